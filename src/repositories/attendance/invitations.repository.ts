import type { Knex } from 'knex';
import { orConflict } from '../../db/pg-errors.ts';
import { onlyRow } from '../../db/rows.ts';
import type { Invitation, InvitationChanges } from '../../domain/attendance/invitations.ts';
import type { User } from '../../domain/people/users.ts';
import { ADMITTED, isOpenTo, UNMARKED, userIdOf } from './invitations.sql.ts';
import { overCapacityAfterFreeing } from './seats.sql.ts';

/** An invitation that is neither claimed nor withdrawn. */
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

const INVITATION_COLUMNS = [
  'id',
  'messenger_id',
  'username',
  'first_name',
  'last_name',
  'company',
  'job_title',
  'ticket_type',
  'claimed_by',
  'claimed_at',
  'withdrawn_at',
] as const satisfies readonly (keyof Invitation)[];

/** SQL for whether the claimant `p` gets the seat of their invitation in place of the waitlist. */
const RAISED = `p.has_seat and p.current = 'waitlisted'`;

/** SQL for whether the attendance `a` of a claimant `p` takes ticket type or mark from the claim. */
const TICKETED = `(a.ticket_type is null and p.ticket_type is not null
  or ${UNMARKED} and a.ticket_type is not distinct from p.ticket_type)`;

/** Invitations of people who were not users when an attendee import named them. */
export class InvitationsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** An invitation of any status. Requires the lock of the conference, as every change of one. */
  async find(conference_id: number, id: number): Promise<Invitation | undefined> {
    return this.#db('conference_invitations')
      .where({ conference_id, id })
      .first(...INVITATION_COLUMNS);
  }

  /** @throws AppError CONFLICT if another invitation has the messenger id or the username */
  async update(id: number, changes: InvitationChanges): Promise<void> {
    const updated = this.#db('conference_invitations').where({ id }).update(changes);
    const taken = (field: string) => `${field}: another invitation has it`;
    await orConflict(
      orConflict(updated, 'conference_invitations_messenger_key', taken('messenger_id')),
      'conference_invitations_username_key',
      taken('username'),
    );
  }

  /** Withdraws an open invitation, and counts its seat as free. */
  async updateWithdrawn(conferenceId: number, id: number, now: string): Promise<void> {
    await this.#db.raw(
      `with withdrawn as (
         update conference_invitations i set withdrawn_at = :now, has_seat = false
           from conference_invitations old
          where i.id = :id and old.id = i.id returning old.has_seat
       )
       update conferences
          set invited_count = invited_count - 1,
              over_capacity_count = ${overCapacityAfterFreeing('1')}
        where id = :conferenceId and exists (select from withdrawn where has_seat)`,
      { conferenceId, id, now },
    );
  }

  /** Whether a user has claimed an invitation by username. Requires the lock of the conference. */
  async findClaimedByUsername(conference_id: number, claimed_by: number): Promise<boolean> {
    const found = await this.#db('conference_invitations')
      .where({ conference_id, claimed_by, messenger_id: null, withdrawn_at: null })
      .first('id');
    return found !== undefined;
  }

  /**
   * Deletes the registration of a user and opens the invitations by username again that they claimed:
   * the first gets its seat, or its place in the queue. The user can claim none of them again.
   */
  async updateReopened(conferenceId: number, userId: number): Promise<void> {
    await this.#db.raw(
      `with deleted as (
         delete from conference_attendances
          where conference_id = :conferenceId and user_id = :userId
         returning holds_seat(status) as is_seated, queue_number
       ), mine as (
         select id, row_number() over (order by id) = 1 as is_first
           from conference_invitations
          where conference_id = :conferenceId and claimed_by = :userId
            and messenger_id is null and withdrawn_at is null
       ), reopened as (
         update conference_invitations i
            set claimed_by = null, claimed_at = null,
                barred_user_ids = array_append(barred_user_ids, :userId::bigint),
                has_seat = mine.is_first and coalesce(deleted.is_seated, false),
                queue_number = case when mine.is_first
                  then coalesce(deleted.queue_number, i.queue_number) else i.queue_number end
           from mine left join deleted on true
          where i.id = mine.id
       )
       update conferences
          set attendee_count = attendee_count - 1, invited_count = invited_count + 1
        where id = :conferenceId and exists (select from deleted where is_seated)`,
      { conferenceId, userId },
    );
  }

  /** Withdraws what a user has claimed: later imports leave out the rows of a removed attendee. */
  async updateClaimedWithdrawn(
    conference_id: number,
    claimed_by: number,
    withdrawn_at: string,
  ): Promise<void> {
    await this.#db('conference_invitations')
      .where({ conference_id, claimed_by, withdrawn_at: null })
      .update({ withdrawn_at });
  }

  /** The open invitations of a user to conferences that are not cancelled, ordered by conference. */
  async listOpenFor({
    id,
    messenger_id,
    username,
  }: Pick<User, 'id' | 'messenger_id' | 'username'>): Promise<OpenInvitation[]> {
    const { rows } = await this.#db.raw<{ rows: OpenInvitation[] }>(
      `select i.id, i.conference_id
         from conference_invitations i
         join conferences c on c.id = i.conference_id and c.status <> 'cancelled'
        where ${isOpenTo('i', ':id')} and i.messenger_id = :messenger_id
       union all
       select i.id, i.conference_id
         from conference_invitations i
         join conferences c on c.id = i.conference_id and c.status <> 'cancelled'
        where ${isOpenTo('i', ':id')} and i.messenger_id is null and lower(i.username) = lower(:username)
       order by conference_id, id`,
      { id, messenger_id, username },
    );
    return rows;
  }

  /** The open invitations of a conference whose people are users now, oldest first. */
  async listClaimable(conferenceId: number): Promise<OpenInvitation[]> {
    const { rows } = await this.#db.raw<{ rows: OpenInvitation[] }>(
      `select i.id, i.conference_id
         from conference_invitations i
         join users u on u.messenger_id = i.messenger_id
        where i.conference_id = :conferenceId and ${isOpenTo('i', 'u.id')}
       union
       select i.id, i.conference_id
         from conference_invitations i
         join users u on lower(u.username) = lower(i.username)
        where i.conference_id = :conferenceId and ${isOpenTo('i', 'u.id')} and i.messenger_id is null
       order by id`,
      { conferenceId },
    );
    return rows;
  }

  /**
   * Claims those of the invitations that are still open and whose people are users: registers the
   * users, with the seat of the invitation if it holds one. An invitation by messenger id also fills
   * empty profile fields. One by username fills none and marks the attendance, since anyone can take
   * a username that is free. Requires the lock of the conference.
   *
   * @returns the number of seats that are free now, because their user has one or has cancelled
   */
  async updateClaimed(
    conferenceId: number,
    ids: readonly number[],
    { spots, now }: Admission,
  ): Promise<number> {
    const { rows } = await this.#db.raw<{ rows: { freed: number }[] }>(
      `with due as materialized (
         select i.id, i.ticket_type, i.has_seat, i.queue_number,
                u.id as user_id, i.messenger_id is null as by_username,
                case when i.messenger_id is not null then i.company end as company,
                case when i.messenger_id is not null then i.job_title end as job_title
           from conference_invitations i
           join users u on u.id = ${userIdOf('i')}
          where i.conference_id = :conferenceId and i.id = any(:ids::bigint[])
            and ${isOpenTo('i', 'u.id')} and u.erased_at is null
            for key share of u
       ), claimants as (
         select user_id, bool_or(has_seat) as has_seat,
                coalesce(min(queue_number) filter (where has_seat), min(queue_number))
                  as queue_number,
                ${['ticket_type', 'company', 'job_title']
                  .map((name) => `${firstOf(name, name)} as ${name}`)
                  .join(', ')},
                case when coalesce(${firstOf('by_username', 'ticket_type')}, bool_and(by_username))
                  then 'username' end as claimed_by
           from due group by user_id
       ), people as materialized (
         select p.*, a.status as current,
                p.has_seat or coalesce(:spots::integer >= row_number() over (
                  partition by p.has_seat, a.status is null order by p.queue_number), true)
                  as is_seated
           from claimants p
           left join conference_attendances a
             on a.conference_id = :conferenceId and a.user_id = p.user_id
       ), ${ADMITTED}, changed as (
         update conference_attendances a
            set status = case when ${RAISED} then 'registered' else a.status end,
                ticket_type = coalesce(a.ticket_type, p.ticket_type),
                claimed_by = case when ${TICKETED} then p.claimed_by else a.claimed_by end
           from people p
          where a.conference_id = :conferenceId and a.user_id = p.user_id
            and (${RAISED} or ${TICKETED})
       ), taken as (
         select (select count(*) from admitted where holds_seat(status))
                + (select count(*) from people p where ${RAISED}) as attendees,
                (select count(*) from due where has_seat) as invited,
                (select count(*) from due where has_seat) - (select count(*) from people
                  where has_seat and coalesce(current, 'waitlisted') = 'waitlisted') as freed
       ), counted as (
         update conferences
            set attendee_count = attendee_count + taken.attendees,
                invited_count = invited_count - taken.invited,
                over_capacity_count = ${overCapacityAfterFreeing('taken.freed')}
           from taken where id = :conferenceId
       ), filled as (
         update users u
            set (company, job_title, updated_at) = row(${FILLED}, now())
           from people p
          where u.id = p.user_id
            and (u.company, u.job_title)
                is distinct from (${FILLED})
       ), claimed as (
         update conference_invitations i
            set claimed_by = due.user_id, claimed_at = :now, has_seat = false
           from due where i.id = due.id
       )
       select freed from taken`,
      { conferenceId, ids: [...ids], spots, now },
    );
    return onlyRow(rows).freed;
  }

  /**
   * Deletes the invitations that a user has claimed, and all others with their messenger id or
   * username. Requires the locks of the conferences of those that hold a seat.
   *
   * @returns the ids of the conferences that have more free seats now
   */
  async deleteAllOf({
    id,
    messenger_id,
    username,
  }: Pick<User, 'id' | 'messenger_id' | 'username'>): Promise<number[]> {
    const { rows } = await this.#db.raw<{ rows: { id: number }[] }>(
      `with deleted as (
         delete from conference_invitations
          where claimed_by = :id
             or (claimed_at is null and messenger_id = :messenger_id)
             or (claimed_at is null and messenger_id is null
                 and lower(username) = lower(:username) and :id <> all(barred_user_ids))
         returning conference_id, has_seat
       )
       update conferences c
          set invited_count = c.invited_count - freed.count,
              over_capacity_count = ${overCapacityAfterFreeing('freed.count')}
         from (select conference_id, count(*) from deleted where has_seat
                group by conference_id) freed
        where c.id = freed.conference_id
       returning c.id`,
      { id, messenger_id, username },
    );
    return rows.map((row) => row.id);
  }
}
