import { OnDatabase } from '../../db/on-database.ts';
import { orConflict } from '../../db/pg-errors.ts';
import { onlyRow } from '../../db/rows.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { ConferenceClaims } from '../../domain/attendance/claims.ts';
import type { Invitation, StoredInvitationChanges } from '../../domain/attendance/invitations.ts';
import type { User } from '../../domain/people/users.ts';
import { NO_CHECK_IN, overCapacityAfterFreeing } from './attendances.sql.ts';
import { CLAIM, isReopenable, REOPENING } from './invitation-claims.sql.ts';
import { claimColumns, isInvitation, isOpenTo, isWithdrawn } from './invitations.sql.ts';

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

const INVITATION_COLUMNS = [
  'id',
  'messenger_id',
  'username',
  'first_name',
  'last_name',
  'company',
  'job_title',
  'ticket_type',
  'is_walk_in',
  'ticket_code_hash',
  'ticket_code_end',
  'email_hash',
  'email_encrypted',
  'guest_key_id',
  'erased_key_hashes',
] as const satisfies readonly (keyof Invitation)[];

type Claimant = Pick<User, 'id' | 'messenger_id' | 'username'>;

const LIST_OPEN = preparedQuery<Claimant, OpenInvitation>((db, { id, messenger_id, username }) =>
  db.raw(
    `select i.id, i.conference_id
       from registrations i
       join conferences c on c.id = i.conference_id and c.status <> 'cancelled'
      where ${isOpenTo('i', ':id')} and i.messenger_id = :messenger_id
     union all
     select i.id, i.conference_id
       from registrations i
       join conferences c on c.id = i.conference_id and c.status <> 'cancelled'
      where ${isOpenTo('i', ':id')} and i.messenger_id is null and lower(i.username) = lower(:username)
     order by conference_id, id`,
    { id, messenger_id, username },
  ),
);

/** Invitations of people who were not users when an attendee import named them. */
export class InvitationsRepository extends OnDatabase {
  /** An invitation of any status. Requires the lock of the conference, as every change of one. */
  async find(conference_id: number, id: number): Promise<Invitation | undefined> {
    return this.#invitations({ conference_id, id }).first();
  }

  /** @throws AppError CONFLICT if another invitation has the messenger id or the username */
  async update(conference_id: number, id: number, changes: StoredInvitationChanges): Promise<void> {
    const updated = this.db('registrations').where({ conference_id, id }).update(changes);
    const taken = 'another invitation has it';
    await orConflict(
      orConflict(updated, 'registrations_messenger_key', 'messenger_id', taken),
      'registrations_username_key',
      'username',
      taken,
    );
  }

  /** As `find`, of many; without those of erased guests. */
  async listMany(conference_id: number, ids: readonly number[]): Promise<Invitation[]> {
    return this.#invitations({ conference_id, erased_key_hashes: '{}' }).whereRaw(
      'id = any(?::bigint[])',
      [[...ids]],
    );
  }

  async updateTicketType(
    conference_id: number,
    ids: readonly number[],
    ticket_type: string | null,
  ): Promise<void> {
    await this.db('registrations')
      .where({ conference_id })
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .update({ ticket_type });
  }

  /** Withdraws open invitations, and counts their seats as free. */
  async updateWithdrawn(conferenceId: number, ids: readonly number[], now: string): Promise<void> {
    await this.db.raw(
      `with withdrawn as (
         update registrations i
            set status = 'cancelled', cancelled_at = :now, ${NO_CHECK_IN}
           from registrations old
          where i.id = any(:ids::bigint[]) and old.id = i.id returning old.status
       ), freed as (
         select count(*) as seats from withdrawn where holds_seat(status)
       )
       update conferences
          set invited_count = invited_count - freed.seats,
              over_capacity_count = ${overCapacityAfterFreeing('freed.seats')}
         from freed where id = :conferenceId and freed.seats > 0`,
      { conferenceId, ids: [...ids], now },
    );
  }

  /**
   * Reopens a withdrawn invitation, with a seat, which it counts, or the last place of the queue.
   * The queue number is new: with the old one, the ticket of a removed attendee would be valid
   * again.
   */
  async updateWithdrawnReopened(
    conferenceId: number,
    id: number,
    { hasSeat }: { readonly hasSeat: boolean },
  ): Promise<void> {
    await this.db.raw(
      `with reopened as (
         update registrations
            set status = :status, cancelled_at = null, claimant_id = null, claimed_at = null,
                claimed_with = null, queue_number = nextval('attendance_queue')
          where id = :id
         returning status
       )
       update conferences set invited_count = invited_count + 1
        where id = :conferenceId and exists (select from reopened where holds_seat(status))`,
      { conferenceId, id, status: hasSeat ? 'registered' : 'waitlisted' },
    );
  }

  /**
   * Gives a waiting invitation a seat, and counts it.
   *
   * @param seat.isOver whether the seat is beyond the capacity
   * @returns false if it has a seat already
   */
  async updateSeated(
    conferenceId: number,
    id: number,
    { isOver }: { readonly isOver: boolean },
  ): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: object[] }>(
      `with seated as (
         update registrations set status = 'registered'
          where id = :id and user_id is null and status = 'waitlisted' returning id
       )
       update conferences
          set invited_count = invited_count + 1, over_capacity_count = over_capacity_count + :over
        where id = :conferenceId and exists (select from seated)
       returning id`,
      { conferenceId, id, over: isOver ? 1 : 0 },
    );
    return rows.length > 0;
  }

  /** Whether a claim of a user can be taken back. Requires the lock of the conference. */
  async findReopenable(conference_id: number, claimant_id: number): Promise<boolean> {
    const found = await this.db('registrations as i')
      .where({ conference_id, claimant_id })
      .whereRaw(`${isReopenable('i')} and not (${isWithdrawn('i')})`)
      .first('id');
    return found !== undefined;
  }

  /**
   * Deletes the registrations of a user where they claimed invitations by username or by a code, and reopens
   * these: the first of a conference gets its seat, or its place in the queue. The user can never
   * claim them again. Requires the locks of the conferences.
   */
  async updateReopened(
    userId: number,
    conferenceIds: readonly number[],
    reopened_at: string,
  ): Promise<void> {
    await this.db.raw(REOPENING, { userId, conferenceIds: [...conferenceIds], reopened_at });
  }

  /** The open invitations of a user to conferences that are not cancelled, ordered by conference. */
  async listOpenFor({ id, messenger_id, username }: Claimant): Promise<OpenInvitation[]> {
    return LIST_OPEN.rows(this.db, { id, messenger_id, username });
  }

  /** The open invitations of a conference whose people are users now, oldest first. */
  async listClaimable(conferenceId: number): Promise<OpenInvitation[]> {
    const { rows } = await this.db.raw<{ rows: OpenInvitation[] }>(
      `select i.id, i.conference_id
         from registrations i
         join users u on u.messenger_id = i.messenger_id
        where i.conference_id = :conferenceId and ${isOpenTo('i', 'u.id')}
       union
       select i.id, i.conference_id
         from registrations i
         join users u on lower(u.username) = lower(i.username)
        where i.conference_id = :conferenceId and ${isOpenTo('i', 'u.id')} and i.messenger_id is null
       order by id`,
      { conferenceId },
    );
    return rows;
  }

  /**
   * Claims those of the invitations that are still open and whose people are users: registers the
   * users, with the seat of the invitation if it holds one. An invitation by messenger id also
   * fills empty profile fields. An invitation by username fills none and marks the attendance,
   * since anyone can take a username that is free. Requires the lock of the conference.
   *
   * @returns the places that users got, and the number of seats that became free, because their
   *   user has one or has cancelled
   */
  async updateClaimed(
    conferenceId: number,
    ids: readonly number[],
    { spots, now }: Admission,
  ): Promise<Omit<ConferenceClaims, 'conference'>> {
    const { rows } = await this.db.raw<{ rows: Omit<ConferenceClaims, 'conference'>[] }>(CLAIM, {
      conferenceId,
      ids: [...ids],
      spots,
      now,
    });
    return onlyRow(rows);
  }

  #invitations(of: Readonly<Record<string, string | number>>) {
    return this.db('registrations as i')
      .where(of)
      .whereRaw(isInvitation('i'))
      .select<Invitation[]>([...INVITATION_COLUMNS, this.db.raw(claimColumns('i'))]);
  }
}
