import { OnDatabase } from '../../db/on-database.ts';

/** Secret calendar addresses: at most one per user, stored as the hash of its token. */
export class CalendarLinksRepository extends OnDatabase {
  /** Replaces an earlier link. Returns false if the user was erased concurrently. */
  async upsert(link: {
    user_id: number;
    token_hash: string;
    created_at: string;
  }): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: unknown[] }>(
      `insert into calendar_links (user_id, token_hash, created_at)
       select u.id, :token_hash, :created_at
         from users u where u.id = :user_id and u.erased_at is null for key share
       on conflict (user_id) do update
          set token_hash = excluded.token_hash, created_at = excluded.created_at
       returning user_id`,
      link,
    );
    return rows.length === 1;
  }

  async find(user_id: number): Promise<{ created_at: string } | undefined> {
    return this.db('calendar_links').where({ user_id }).first('created_at');
  }

  /** The user whose calendar the token opens. */
  async findOwner(
    token_hash: string,
  ): Promise<{ user_id: number; is_blocked: boolean } | undefined> {
    return this.db('calendar_links as l')
      .join('users as u', 'u.id', 'l.user_id')
      .where({ token_hash })
      .first('l.user_id', 'u.is_blocked');
  }

  async delete(user_id: number): Promise<void> {
    await this.db('calendar_links').where({ user_id }).delete();
  }
}
