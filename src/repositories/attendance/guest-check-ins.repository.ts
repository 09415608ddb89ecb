import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { CheckInRecord } from '../../domain/attendance/check-ins.ts';
import type { GuestCheckIn } from '../../domain/attendance/guest-check-ins.ts';
import { type AuditEntry, auditInsert, auditRow } from '../operations/audit-log.sql.ts';

const GUEST = `i.id, i.conference_id, i.first_name, i.last_name, i.company, i.ticket_type, i.is_walk_in,
  i.checked_in_at, i.check_in_nonce, i.queue_number, i.has_seat, i.claimed_by, i.claimed_at,
  i.withdrawn_at`;

const SELECTED = `
  select ${GUEST}, c.status = 'cancelled' as is_cancelled
    from conference_invitations i join conferences c on c.id = i.conference_id
   where i.conference_id = :conferenceId`;

/**
 * Changes the check-in of an unclaimed invitation if it is as seen, and records it. A claim that holds the
 * row ends first, and the row is open no more.
 */
const CHANGED = `with changed as (
     update conference_invitations i
        set checked_in_at = :checked_in_at, check_in_nonce = :check_in_nonce,
            check_in_device = :check_in_device, check_in_key = :check_in_key,
            check_in_administrator_id = :check_in_administrator_id
      where i.id = :id and i.conference_id = :conferenceId and i.claimed_at is null
        and i.has_seat = :hasSeat and i.withdrawn_at is not distinct from :withdrawnAt::timestamptz
        and i.queue_number = :queueNumber
        and i.checked_in_at is not distinct from :seenAt::timestamptz
     returning ${GUEST}, false as is_cancelled
   ), recorded as (
     ${auditInsert('changed')}
   )
   select * from changed`;

const NO_RECORD: Readonly<Record<keyof CheckInRecord, null>> = {
  checked_in_at: null,
  check_in_nonce: null,
  check_in_device: null,
  check_in_key: null,
  check_in_administrator_id: null,
};

/** The check-ins of guests: invitations that no user has claimed. They change no seat. */
export class GuestCheckInsRepository extends OnDatabase {
  /** An invitation of any status, whose person it may be by now. */
  async find(conferenceId: number, id: number): Promise<GuestCheckIn | undefined> {
    return this.#first(`${SELECTED} and i.id = :id`, { conferenceId, id });
  }

  /** As `find`. Locks the invitation FOR NO KEY UPDATE. */
  async lock(conferenceId: number, id: number): Promise<GuestCheckIn | undefined> {
    const sql = `${SELECTED} and i.id = :id for no key update of i`;
    return this.#first(sql, { conferenceId, id });
  }

  /** As `find`, by the hashes of a code of a ticket shop: that of its list, or the one on its ticket. */
  async findByShopCode(
    conferenceId: number,
    hashes: readonly string[],
  ): Promise<GuestCheckIn | undefined> {
    const sql = `${SELECTED}
      and (i.ticket_code_hash = any(:hashes::text[]) or i.scan_code_hash = any(:hashes::text[]))
      order by i.ticket_code_hash = any(:hashes::text[]) desc nulls last limit 1`;
    return this.#first(sql, { conferenceId, hashes: [...hashes] });
  }

  /** The number of guests who have arrived. */
  async count(conferenceId: number): Promise<number> {
    const rows = await this.db('conference_invitations')
      .where({ conference_id: conferenceId })
      .whereNotNull('checked_in_at')
      .count<{ count: number }[]>({ count: '*' });
    return onlyRow(rows).count;
  }

  /**
   * Checks in a guest, and writes the audit log; null undoes the check-in. Returns undefined, and changes
   * nothing, if the invitation differs from `seen`.
   */
  async update(
    seen: GuestCheckIn,
    checkIn: CheckInRecord | null,
    audit: AuditEntry,
  ): Promise<GuestCheckIn | undefined> {
    return this.#first(CHANGED, {
      conferenceId: seen.conference_id,
      id: seen.id,
      queueNumber: seen.queue_number,
      seenAt: seen.checked_in_at,
      hasSeat: seen.has_seat,
      withdrawnAt: seen.withdrawn_at,
      ...NO_RECORD,
      ...checkIn,
      ...auditRow(audit),
    });
  }

  async #first(sql: string, values: Readonly<Record<string, unknown>>) {
    const { rows } = await this.db.raw<{ rows: GuestCheckIn[] }>(sql, values as Knex.ValueDict);
    return rows[0];
  }
}
