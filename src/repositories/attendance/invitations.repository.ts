import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import { orConflict } from '../../db/pg-errors.ts';
import type { Invitation, StoredInvitationChanges } from '../../domain/attendance/invitations.ts';
import { NO_CHECK_IN, overCapacityAfterFreeing } from './attendances.sql.ts';
import { isInvitation, isOpen, isWithdrawn } from './invitations.sql.ts';

/** SQL for the columns of an `Invitation`, a registration `i`. */
const COLUMNS = `i.id, i.conference_id, i.messenger_id, i.username, i.first_name, i.last_name,
  i.company, i.job_title, i.ticket_type, i.is_walk_in, i.ticket_code_hash, i.ticket_code_end,
  i.email_hash, i.email_encrypted, i.guest_key_id, i.erased_key_hashes, i.queue_number, i.claim_epoch,
  i.checked_in_at, holds_seat(i.status) as has_seat, to_json(i.barred_user_ids) as barred_user_ids,
  i.claimant_id as claimed_by, i.claimed_at,
  case when i.user_id is null then i.cancelled_at end as withdrawn_at`;

/** The keys of rows of a guest list. Hashes are under every key; usernames in lower case. */
export interface ListedKeys {
  readonly tickets: readonly string[];
  readonly emails: readonly string[];
  readonly messengerIds: readonly number[];
  readonly usernames: readonly string[];
}

/** What undoing an import does with an invitation: withdraws an open one, and keeps the others. */
export type ImportedState = 'open' | 'withdrawn' | 'claimed' | 'checked_in' | 'changed';

/**
 * The invitations of a conference: the registrations of guests, also of those who have claimed theirs.
 * Every change requires the lock of the conference.
 */
export class InvitationsRepository extends OnDatabase {
  /** An invitation of any status, of one conference if it is given. */
  async find(of: {
    readonly id: number;
    readonly conference_id?: number;
  }): Promise<Invitation | undefined> {
    return this.#invitations(of).first();
  }

  /** As `find`, and locks the row FOR NO KEY UPDATE. */
  async lock(conference_id: number, id: number): Promise<Invitation | undefined> {
    return this.#invitations({ conference_id, id }).forNoKeyUpdate().first();
  }

  /** By the hashes of a code of a ticket shop: that of its list, or the one on its ticket. */
  async findByShopCode(
    conference_id: number,
    hashes: readonly string[],
  ): Promise<Invitation | undefined> {
    const of = { hashes: [...hashes] };
    return this.#invitations({ conference_id })
      .whereRaw(
        '(ticket_code_hash = any(:hashes::text[]) or scan_code_hash = any(:hashes::text[]))',
        of,
      )
      .orderByRaw('ticket_code_hash = any(:hashes::text[]) desc nulls last', of)
      .first();
  }

  /** The ids of those with one of these hashes of a ticket code: one, unless keys are rotated. */
  async listIdsByTicketCode(conference_id: number, hashes: readonly string[]): Promise<number[]> {
    return this.db('registrations')
      .where({ conference_id })
      .whereRaw('ticket_code_hash = any(?::text[])', [[...hashes]])
      .pluck('id');
  }

  /** As `find`, of many; without those of erased guests. */
  async listMany(conference_id: number, ids: readonly number[]): Promise<Invitation[]> {
    return this.#invitations({ conference_id, erased_key_hashes: '{}' }).modify(oneOf, ids);
  }

  /** The next open invitations after an id. @param of.ids only these; null means all */
  async listOpenAfter(
    conference_id: number,
    { ids, after, limit }: { ids: readonly number[] | null; after: number; limit: number },
  ): Promise<Invitation[]> {
    return this.#invitations({ conference_id })
      .where('id', '>', after)
      .whereRaw(isOpen('i'))
      .modify(oneOf, ids)
      .orderBy('id')
      .limit(limit);
  }

  /** The open invitations with one of these keys. One by an address has no ticket code. */
  async listOpenByKeys(
    conference_id: number,
    { tickets, emails, messengerIds, usernames }: ListedKeys,
  ): Promise<Invitation[]> {
    return this.#invitations({ conference_id })
      .whereRaw(isOpen('i'))
      .whereRaw(
        `(ticket_code_hash = any(:tickets::text[])
            or messenger_id = any(:messengerIds::bigint[])
            or email_hash = any(:emails::text[]) and ticket_code_hash is null
            or lower(username) = any(:usernames::text[]) and messenger_id is null)`,
        {
          tickets: [...tickets],
          emails: [...emails],
          messengerIds: [...messengerIds],
          usernames: [...usernames],
        },
      );
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

  async updateTicketType(
    conference_id: number,
    ids: readonly number[],
    ticket_type: string | null,
  ): Promise<void> {
    await this.db('registrations')
      .where({ conference_id })
      .modify(oneOf, ids)
      .update({ ticket_type });
  }

  /** Withdraws open invitations, and counts their seats as free. */
  async updateWithdrawn(conferenceId: number, ids: readonly number[], now: string): Promise<void> {
    await this.db.raw(
      `with withdrawn as (
         update registrations i
            set status = 'cancelled', cancelled_at = :now, ${NO_CHECK_IN}
           from registrations old
          where i.id = any(:ids::bigint[]) and i.user_id is null and old.id = i.id
         returning old.status
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

  /** Locks the invitations that an import made FOR UPDATE, in id order. */
  async lockImported(
    conference_id: number,
    import_id: string,
  ): Promise<{ readonly id: number; readonly state: ImportedState }[]> {
    const { rows } = await this.db.raw<{
      rows: { readonly id: number; readonly state: ImportedState }[];
    }>(
      `select id, case when ${isWithdrawn('i')} then 'withdrawn'
                       when claimed_at is not null then 'claimed'
                       when checked_in_at is not null then 'checked_in'
                       when is_changed_since_import then 'changed' else 'open' end as state
         from registrations i
        where conference_id = :conference_id and import_id = :import_id and ${isInvitation('i')}
        order by id for update`,
      { conference_id, import_id },
    );
    return rows;
  }

  /**
   * Revokes the claim links of open invitations.
   *
   * @param ids only these; null means all
   * @returns their number
   */
  async updateRevoked(conference_id: number, ids: readonly number[] | null): Promise<number> {
    return this.db('registrations as i')
      .where({ conference_id })
      .whereRaw(isOpen('i'))
      .modify(oneOf, ids)
      .increment('claim_epoch', 1);
  }

  #invitations(of: Readonly<Record<string, string | number>>) {
    return this.db('registrations as i')
      .where(of)
      .whereRaw(isInvitation('i'))
      .select<Invitation[]>(this.db.raw(COLUMNS));
  }
}

/** Restricts a query to these ids; null means all. */
const oneOf = (query: Knex.QueryBuilder, ids: readonly number[] | null): void => {
  if (ids) query.whereRaw('id = any(?::bigint[])', [[...ids]]);
};
