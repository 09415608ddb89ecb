import { OnDatabase } from '../../db/on-database.ts';
import type { ClaimProof } from '../../domain/attendance/claim-marks.ts';
import type { ClaimedSeat, GuestProofs } from '../../domain/attendance/claims.ts';
import { overCapacityAfterFreeing } from './attendances.sql.ts';
import { CHECK_IN_COLUMNS } from './invitations.sql.ts';

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

/** Gives the attendance of the claimant what the invitation has: seat or place, ticket type, check-in. */
const CLAIM_BY_CODE = `with due as materialized (
    select * from conference_invitations where id = :id
  ), placed as (
    insert into conference_attendances as a
      (conference_id, user_id, status, queue_number, ticket_type, claimed_by, registered_at,
       ${CHECK_IN_COLUMNS.join(', ')})
    select conference_id, :userId::bigint,
           -- PostgreSQL checks this row also where an attendance exists.
           case when checked_in_at is null and :status = 'checked_in' then 'registered' else :status end,
           queue_number, ticket_type, :mark, :now::timestamptz,
           ${CHECK_IN_COLUMNS.join(', ')}
      from due
    on conflict (conference_id, user_id) do update
       set status = :status,
           queue_number = case when holds_seat(a.status) then a.queue_number
             when a.status = 'waitlisted' and :status = 'waitlisted'
               then least(a.queue_number, excluded.queue_number)
             else excluded.queue_number end,
           ticket_type = coalesce(a.ticket_type, excluded.ticket_type),
           claimed_by = case when a.ticket_type is null or not holds_seat(a.status)
             then excluded.claimed_by else a.claimed_by end,
           registered_at = case when a.status = 'cancelled'
             then excluded.registered_at else a.registered_at end,
           ${CHECK_IN_COLUMNS.map(
             (column) => `${column} = case when a.checked_in_at is null
             then excluded.${column} else a.${column} end`,
           ).join(',\n           ')},
           version = a.version + 1
  ), claimed as (
    update conference_invitations
       set claimed_by = :userId, claimed_at = :now, claimed_with = :proof, has_seat = false
     where id = :id
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
    const found = await this.db('conference_invitations')
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
    const found = await this.db('conference_invitations').where({ id }).first('conference_id');
    return found?.conference_id;
  }

  /** Whether the user has claimed another invitation of the conference. */
  async findOther(conference_id: number, claimed_by: number, id: number): Promise<boolean> {
    const found = await this.db('conference_invitations')
      .where({ conference_id, claimed_by, withdrawn_at: null })
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
    return this.db('conference_invitations')
      .where({ conference_id, id })
      .first(
        'id',
        'claim_epoch',
        'last_name',
        'email_hash',
        'claimed_by',
        'claimed_at',
        'withdrawn_at',
        'has_seat',
        'checked_in_at',
        this.db.raw('?::bigint = any(barred_user_ids) as is_barred', [userId]),
      );
  }
}
