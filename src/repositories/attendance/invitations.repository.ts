import type { Knex } from 'knex';
import type { User } from '../../domain/people/users.ts';
import { ADMITTED, UNMARKED, userIdOf } from './invitations.sql.ts';

/** An invitation that is not claimed yet. */
export interface OpenInvitation {
  readonly id: number;
  readonly conference_id: number;
}

export interface Admission {
  /** The number of free seats; null means unlimited. */
  readonly spots: number | null;
  readonly now: string;
}

/** SQL for the company and job title of a user `u` after they claim an invitation `p`. */
const FILLED = `imported_if_empty('company', u.edited_fields, u.company, p.company),
  imported_if_empty('job_title', u.edited_fields, u.job_title, p.job_title)`;

/** SQL for a column of the first invitation that has `given`, by messenger id before by username. */
const firstOf = (column: string, given: string) =>
  `(array_agg(${column} order by by_username, id) filter (where ${given} is not null))[1]`;

/** Invitations of people who were not users when an attendee import named them. */
export class InvitationsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** The open invitations of a user, ordered by conference. */
  async listOpenFor({
    messenger_id,
    username,
  }: Pick<User, 'messenger_id' | 'username'>): Promise<OpenInvitation[]> {
    const { rows } = await this.#db.raw<{ rows: OpenInvitation[] }>(
      `select id, conference_id from conference_invitations
        where claimed_at is null and messenger_id = :messenger_id
       union all
       select id, conference_id from conference_invitations
        where claimed_at is null and messenger_id is null and lower(username) = lower(:username)
       order by conference_id, id`,
      { messenger_id, username },
    );
    return rows;
  }

  /** The open invitations of a conference whose people are users now, oldest first. */
  async listClaimable(conferenceId: number): Promise<OpenInvitation[]> {
    const { rows } = await this.#db.raw<{ rows: OpenInvitation[] }>(
      `select i.id, i.conference_id
         from conference_invitations i
         join users u on u.messenger_id = i.messenger_id
        where i.conference_id = :conferenceId and i.claimed_at is null
       union
       select i.id, i.conference_id
         from conference_invitations i
         join users u on lower(u.username) = lower(i.username)
        where i.conference_id = :conferenceId and i.claimed_at is null and i.messenger_id is null
       order by id`,
      { conferenceId },
    );
    return rows;
  }

  /**
   * Claims those of the invitations that are still open and whose people are users: registers the
   * users. An invitation by messenger id also fills empty profile fields. One by username fills
   * none and marks the attendance, since anyone can take a username that is free. Requires the lock
   * of the conference.
   */
  async updateClaimed(
    conferenceId: number,
    ids: readonly number[],
    { spots, now }: Admission,
  ): Promise<void> {
    await this.#db.raw(
      `with due as materialized (
         select i.id, i.ticket_type, u.id as user_id, i.messenger_id is null as by_username,
                case when i.messenger_id is not null then i.company end as company,
                case when i.messenger_id is not null then i.job_title end as job_title
           from conference_invitations i
           join users u on u.id = ${userIdOf('i')}
          where i.conference_id = :conferenceId and i.id = any(:ids::bigint[])
            and i.claimed_at is null and u.erased_at is null
            for key share of u
       ), people as (
         select user_id, min(id) as place,
                ${['ticket_type', 'company', 'job_title']
                  .map((name) => `${firstOf(name, name)} as ${name}`)
                  .join(', ')},
                case when coalesce(${firstOf('by_username', 'ticket_type')}, bool_and(by_username))
                  then 'username' end as claimed_by
           from due group by user_id
       ), ${ADMITTED}, ticketed as (
         update conference_attendances a
            set ticket_type = coalesce(a.ticket_type, p.ticket_type), claimed_by = p.claimed_by
           from people p
          where a.conference_id = :conferenceId and a.user_id = p.user_id
            and (a.ticket_type is null and p.ticket_type is not null
                 or ${UNMARKED} and a.ticket_type is not distinct from p.ticket_type)
       ), filled as (
         update users u
            set (company, job_title, updated_at) = row(${FILLED}, now())
           from people p
          where u.id = p.user_id
            and (u.company, u.job_title)
                is distinct from (${FILLED})
       )
       update conference_invitations i set claimed_by = due.user_id, claimed_at = :now
         from due where i.id = due.id`,
      { conferenceId, ids: [...ids], spots, now },
    );
  }

  /** Deletes the invitations that a user has claimed, and their open ones. */
  async deleteAllOf({
    id,
    messenger_id,
    username,
  }: Pick<User, 'id' | 'messenger_id' | 'username'>): Promise<void> {
    await this.#db.raw(
      `delete from conference_invitations
        where claimed_by = :id
           or (claimed_at is null and messenger_id = :messenger_id)
           or (claimed_at is null and messenger_id is null and lower(username) = lower(:username))`,
      { id, messenger_id, username },
    );
  }
}
