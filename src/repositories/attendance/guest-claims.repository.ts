import { OnDatabase } from '../../db/on-database.ts';
import type { ClaimProof } from '../../domain/attendance/claim-marks.ts';
import type { ClaimedSeat, GuestProofs } from '../../domain/attendance/claims.ts';
import { overCapacityAfterFreeing } from './attendances.sql.ts';
import { CHECK_IN_COLUMNS, claimColumns, isInvitation, isWithdrawn } from './invitations.sql.ts';

/** An invitation as a claim by code sees it. */
export interface ClaimableGuest extends GuestProofs {
  readonly id: number;
  readonly claim_epoch: number;
  readonly claimed_by: number | null;
  readonly claimed_at: string | null;
  readonly withdrawn_at: string | null;
  readonly has_seat: boolean;
  readonly checked_in_at: string | null;
  /** Whether the claim of this user was taken back. */
  readonly is_barred: boolean;
}

/**
 * Makes an invitation the registration of its claimant. One who is registered keeps their row, which
 * gets what the invitation has: seat or place, ticket type, check-in.
 */
const CLAIM_BY_CODE = `with due as materialized (
    select * from registrations where id = :id
  ), own as materialized (
    select a.id from registrations a, due
     where a.conference_id = due.conference_id and a.user_id = :userId
  ), claimed as (
    update registrations i
       set claimant_id = :userId, claimed_at = :now, claimed_with = :proof,
           user_id = case when is_first then :userId::bigint end,
           status = case when is_first then :status else 'cancelled' end,
           claimed_by = case when is_first then :mark end,
           registered_at = case when is_first then :now::timestamptz end,
           ${CHECK_IN_COLUMNS.map((column) => `${column} = case when is_first then i.${column} end`).join(', ')}
      from (select not exists (select from own) as is_first) of_user
     where id = :id
  ), placed as (
    update registrations a
       set status = :status, cancelled_at = null,
           queue_number = case when holds_seat(a.status) then a.queue_number
             when a.status = 'waitlisted' and :status = 'waitlisted'
               then least(a.queue_number, due.queue_number)
             else due.queue_number end,
           ticket_type = coalesce(a.ticket_type, due.ticket_type),
           claimed_by = case when a.ticket_type is null or not holds_seat(a.status)
             then :mark else a.claimed_by end,
           registered_at = case when a.status = 'cancelled' then :now else a.registered_at end,
           ${CHECK_IN_COLUMNS.map(
             (column) => `${column} = case when a.checked_in_at is null
             then due.${column} else a.${column} end`,
           ).join(',\n           ')},
           version = a.version + 1
      from own, due where a.id = own.id
  )
  update conferences
     set attendee_count = attendee_count + :attendees::integer, invited_count = invited_count - :invited::integer,
         over_capacity_count = ${overCapacityAfterFreeing(':freed::integer')}
   where id = :conferenceId and :attendees::integer + :invited::integer > 0`;

/** The invitations that users claim by a link or by a ticket code. */
export class GuestClaimsRepository extends OnDatabase {
  /** The id of the invitation with one of these hashes of a ticket code. */
  async findByTicketCode(
    conference_id: number,
    hashes: readonly string[],
  ): Promise<number | undefined> {
    const found = await this.db('registrations')
      .where({ conference_id })
      .whereRaw('ticket_code_hash = any(?::text[])', [[...hashes]])
      .first('id');
    return found?.id;
  }

  /** Locks an invitation of any status. Requires the lock of the conference. */
  async lock(
    conference_id: number,
    id: number,
    userId: number,
  ): Promise<ClaimableGuest | undefined> {
    return this.#guest(conference_id, id, userId).forNoKeyUpdate();
  }

  /** As `lock`, without a lock. */
  async find(
    conference_id: number,
    id: number,
    userId: number,
  ): Promise<ClaimableGuest | undefined> {
    return this.#guest(conference_id, id, userId);
  }

  /** The conference of an invitation; undefined for an unknown one. */
  async findConference(id: number): Promise<number | undefined> {
    const found = await this.db('registrations as i')
      .where({ id })
      .whereRaw(isInvitation('i'))
      .first('conference_id');
    return found?.conference_id;
  }

  /** Whether the user has claimed another invitation of the conference. */
  async findOther(conference_id: number, claimant_id: number, id: number): Promise<boolean> {
    const found = await this.db('registrations as i')
      .where({ conference_id, claimant_id })
      .whereRaw(`not (${isWithdrawn('i')})`)
      .whereNot({ id })
      .first('id');
    return found !== undefined;
  }

  /**
   * Claims an open invitation. Requires the locks of the conference and of the invitation.
   *
   * @param of.mark of the attendance; null keeps it without one
   */
  async updateClaimed(of: {
    readonly conferenceId: number;
    readonly id: number;
    readonly userId: number;
    readonly proof: ClaimProof | null;
    readonly now: string;
    readonly seat: ClaimedSeat;
  }): Promise<void> {
    const { seat, ...ids } = of;
    await this.db.raw(CLAIM_BY_CODE, { ...ids, ...seat, mark: of.proof });
  }

  #guest(conference_id: number, id: number, userId: number) {
    return this.db('registrations as i')
      .where({ conference_id, id })
      .whereRaw(isInvitation('i'))
      .first(
        'id',
        'claim_epoch',
        'last_name',
        'email_hash',
        'checked_in_at',
        this.db.raw(`${claimColumns('i')}, holds_seat(status) as has_seat`),
        this.db.raw('?::bigint = any(barred_user_ids) as is_barred', [userId]),
      );
  }
}
