import { OnDatabase } from '../../db/on-database.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { CachedRanking, FoundRanking } from '../../domain/networking/ranking-cache.ts';

/** Whose ranking it is: of all users, or of the attendees of a conference. */
type Of = { readonly userId: number; readonly conferenceId: number | null };

/** SQL for the number of the connections of a user, who are not recommended, by SQL for their id. */
const connectionsOf = (user: string) => `
  ((select count(*) from connections where requester_id = ${user} and status <> 'withdrawn')
   + (select count(*) from connections where recipient_id = ${user} and status <> 'withdrawn'))`;

const FIND = preparedQuery<Of, FoundRanking>((db, { userId, conferenceId }) =>
  db.raw(
    `select profile, people, made_at, ranking,
            ${connectionsOf(':userId')} < connections as has_withdrawn
       from cached_rankings
      where user_id = :userId and conference_id is not distinct from :conferenceId::bigint`,
    { userId, conferenceId },
  ),
);

/** The rankings of users, which outlive a process. */
export class CachedRankingsRepository extends OnDatabase {
  async find(of: Of): Promise<FoundRanking | undefined> {
    return FIND.first(this.db, of);
  }

  /** Nothing is written for a user or a conference that is gone. */
  async upsert({ userId, conferenceId }: Of, kept: CachedRanking): Promise<void> {
    await this.db.raw(
      `insert into cached_rankings (user_id, conference_id, profile, people, made_at, ranking,
                                  connections)
       select u.id, c.id, :profile, :people, :made_at, :ranking, ${connectionsOf('u.id')}
         from users u left join conferences c on c.id = :conferenceId
        where u.id = :userId and u.erased_at is null
          and c.id is not distinct from :conferenceId::bigint
          for key share of u
       on conflict (user_id, conference_id) do update
          set profile = excluded.profile, people = excluded.people, made_at = excluded.made_at,
              ranking = excluded.ranking, connections = excluded.connections, is_due = false`,
      { userId, conferenceId, ...kept },
    );
  }

  /** Has the ranking made again by the job. */
  async updateDue({ userId, conferenceId }: Of): Promise<void> {
    await this.db('cached_rankings')
      .where({ user_id: userId, conference_id: conferenceId, is_due: false })
      .update({ is_due: true });
  }

  /** Takes the oldest of those to make again: one that cannot be made is due when it is read again. */
  async updateDueTaken(limit: number): Promise<Of[]> {
    const { rows } = await this.db.raw<{ rows: Of[] }>(
      `update cached_rankings r set is_due = false
         from (select user_id, conference_id from cached_rankings where is_due
                order by made_at limit :limit for update) due
        where r.user_id = due.user_id and r.conference_id is not distinct from due.conference_id
       returning r.user_id as "userId", r.conference_id as "conferenceId"`,
      { limit },
    );
    return rows;
  }

  async deleteAllOf(user_id: number): Promise<void> {
    await this.db('cached_rankings').where({ user_id }).delete();
  }

  /** Deletes those that nobody reads any more. Returns their number. */
  async deleteMadeBefore(time: string): Promise<number> {
    return this.db('cached_rankings').where('made_at', '<', time).delete();
  }
}
