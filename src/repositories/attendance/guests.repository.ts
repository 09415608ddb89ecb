import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { bulkQuery } from '../../db/staging.ts';
import type { CheckInRecord } from '../../domain/attendance/check-ins.ts';
import type { NewWalkIn } from '../../domain/attendance/invitations.ts';
import type { User } from '../../domain/people/users.ts';
import type { ShopRegistration } from '../../domain/sources/guest-sources.ts';
import { overCapacityAfterFreeing } from './attendances.sql.ts';
import { GUEST_NAMES, isOpen } from './invitations.sql.ts';

/** An invitation whose address is to be kept. */
interface EmailToKeep {
  readonly row: number;
  readonly invitation_id: number;
  readonly email: string;
}

/** The columns that identify a guest, and say who claimed the invitation. An erasure empties them. */
const GUEST_COLUMNS = [
  ...GUEST_NAMES,
  'messenger_id',
  'ticket_code_hash',
  'ticket_code_end',
  'scan_code_hash',
  'order_hash',
  'email_hash',
  'email_encrypted',
  'claimant_id',
  'claimed_at',
  'claimed_with',
  'reopened_at',
] as const;

const SHOP_COLUMNS = ['id', 'user_id', 'ticket_code_hash'] as const;
const IS_CHECKED_IN = 'checked_in_at is not null as is_checked_in';

export interface SourceOfGuests {
  readonly conference_id: number;
  readonly source_id: number;
}

/** What is stored of guests, who have no account: walk-ins, kept addresses, and what is deleted again. */
export class GuestsRepository extends OnDatabase {
  /**
   * Inserts a walk-in with a seat, and counts it. Requires the lock of the conference.
   *
   * @param seat.isOver whether the seat is beyond the capacity
   */
  async insertWalkIn(
    conferenceId: number,
    person: NewWalkIn,
    { isOver, checkIn }: { readonly isOver: boolean; readonly checkIn: CheckInRecord | null },
  ): Promise<{ readonly id: number; readonly queue_number: number }> {
    const [inserted] = await this.db('registrations')
      .insert({
        conference_id: conferenceId,
        ...person,
        is_walk_in: true,
        status: checkIn ? 'checked_in' : 'registered',
        ...checkIn,
      })
      .returning(['id', 'queue_number']);
    await this.db('conferences')
      .where({ id: conferenceId })
      .increment({ invited_count: 1, over_capacity_count: isOver ? 1 : 0 });
    return inserted;
  }

  /**
   * The next open invitations, in row order, whose address an import is to keep. Requires its
   * staged rows.
   */
  async listEmailsToKeep(
    conferenceId: number,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<EmailToKeep[]> {
    return bulkQuery<EmailToKeep>(
      this.db,
      `select s.row, i.id as invitation_id, s.email
         from staged_attendees s
         join registrations i on i.conference_id = :conferenceId and ${isOpen('i')}
          and (i.id = s.invitation_id or s.invitation_id is null and i.queue_number = s.queue_number)
        where s.row > :after and s.email is not null and i.email_encrypted is null
        order by s.row limit :limit`,
      { conferenceId, after, limit },
    );
  }

  async updateKeptEmails(
    kept: readonly { readonly invitation_id: number; readonly encrypted: Buffer }[],
  ): Promise<void> {
    await this.db.raw(
      `update registrations i set email_encrypted = kept.encrypted
         from unnest(:ids::bigint[], :values::bytea[]) as kept (id, encrypted)
        where i.id = kept.id`,
      {
        ids: kept.map(({ invitation_id }) => invitation_id),
        values: kept.map(({ encrypted }) => encrypted),
      },
    );
  }

  /**
   * Leaves only keyed hashes of a withdrawn invitation, by which later imports leave out its guest.
   * Requires the lock of the conference.
   */
  async updateErased(
    conference_id: number,
    id: number,
    { hashes, keyId }: { readonly hashes: readonly string[]; readonly keyId: string },
  ): Promise<void> {
    await this.db('registrations')
      .where({ conference_id, id })
      .update({
        ...Object.fromEntries(GUEST_COLUMNS.map((name) => [name, null])),
        ticket_type: null,
        is_walk_in: false,
        barred_user_ids: [],
        barred_hashes: [],
        erased_key_hashes: [...hashes],
        guest_key_id: this.db.raw('coalesce(guest_key_id, ?)', [keyId]),
        claim_epoch: this.db.raw('claim_epoch + 1'),
      });
  }

  /** The registrations of these ticket codes, under every key, that are not cancelled. */
  async listByTicketCodes(
    conference_id: number,
    hashes: readonly string[],
  ): Promise<ShopRegistration[]> {
    return this.db('registrations')
      .where({ conference_id })
      .whereNot({ status: 'cancelled' })
      .whereRaw('ticket_code_hash = any(?::text[])', [[...hashes]])
      .select(...SHOP_COLUMNS, this.db.raw(IS_CHECKED_IN));
  }

  /** Of these ids, the registrations that a source brought and that are not cancelled. */
  async listOfSource(source: SourceOfGuests, ids: readonly number[]): Promise<ShopRegistration[]> {
    return this.db('registrations')
      .where(source)
      .whereNot({ status: 'cancelled' })
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .select(...SHOP_COLUMNS, this.db.raw(IS_CHECKED_IN));
  }

  /**
   * Counts the registrations of a source that are not cancelled, and lists the first of those with none of
   * these ticket codes, under every key.
   */
  async findAbsent(
    { conference_id, source_id }: SourceOfGuests,
    { hashes, limit }: { readonly hashes: readonly string[]; readonly limit: number },
  ): Promise<{ readonly count: number; readonly absent: number; readonly ids: readonly number[] }> {
    const rows = await bulkQuery<{ count: number; absent: number; ids: number[] }>(
      this.db,
      `select count(*) as count, count(*) filter (where not is_listed) as absent,
              coalesce(to_json((array_agg(id order by id) filter (where not is_listed))[1:(:limit)::int]),
                       '[]') as ids
         from (select id, ticket_code_hash = any(:hashes::text[]) as is_listed
                 from registrations
                where conference_id = :conference_id and source_id = :source_id
                  and status <> 'cancelled') listed`,
      { conference_id, source_id, limit, hashes: `{${hashes.join()}}` },
    );
    return onlyRow(rows);
  }

  /** Deletes a withdrawn invitation without a key, of a walk-in. */
  async deleteKeyless(conference_id: number, id: number): Promise<void> {
    await this.db('registrations').where({ conference_id, id }).delete();
  }

  /**
   * Deletes what identifies a user as a guest: in their own registrations, the others that they have
   * claimed, and the open ones with their messenger id. Requires the locks of the conferences at
   * which one of these holds a seat.
   *
   * @returns the ids of the conferences that have more free seats now
   */
  async deleteAllOf({ id, messenger_id }: Pick<User, 'id' | 'messenger_id'>): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `with emptied as (
         update registrations
            set ${GUEST_COLUMNS.map((column) => `${column} = null`).join(', ')}, is_walk_in = false,
                barred_user_ids = '{}', barred_hashes = '{}', import_id = null
          where user_id = :id and claimant_id = :id
         returning id, conference_id
       ), gone as (
         insert into gone_rows (kind, gone_id, conference_id)
         select 'guest', id, conference_id from emptied
       ), deleted as (
         delete from registrations
          where user_id is null
            and (claimant_id = :id or status <> 'cancelled' and messenger_id = :messenger_id)
         returning conference_id, holds_seat(status) as has_seat
       )
       update conferences c
          set invited_count = c.invited_count - freed.count,
              over_capacity_count = ${overCapacityAfterFreeing('freed.count')}
         from (select conference_id, count(*) from deleted where has_seat
                group by conference_id) freed
        where c.id = freed.conference_id
       returning c.id`,
      { id, messenger_id },
    );
    return rows.map((row) => row.id);
  }

  /**
   * Deletes the names, companies and job titles of unclaimed invitations to conferences that ended
   * before a time. Returns how many were changed, at most `limit`.
   */
  async updateWithoutNames(endedBefore: string, limit: number): Promise<number> {
    return this.#updateOfPast(
      { first_name: null, last_name: null, company: null, job_title: null },
      `i.claimed_at is null and (i.first_name is not null or i.last_name is not null
         or i.company is not null or i.job_title is not null)`,
      { endedBefore, limit },
    );
  }

  /** As `updateWithoutNames`, the kept addresses of all invitations. */
  async updateWithoutEmails(endedBefore: string, limit: number): Promise<number> {
    const condition = 'i.email_encrypted is not null';
    return this.#updateOfPast({ email_encrypted: null }, condition, { endedBefore, limit });
  }

  /** Locked rows are left for the next run: an import or a claim is writing them. */
  #updateOfPast(
    emptied: Readonly<Record<string, null>>,
    condition: string,
    { endedBefore, limit }: { readonly endedBefore: string; readonly limit: number },
  ): Promise<number> {
    const past = this.db('registrations as i')
      .join('conferences as c', 'c.id', 'i.conference_id')
      .where('c.ends_at', '<', endedBefore)
      .whereRaw(condition)
      .limit(limit)
      .forNoKeyUpdate('i')
      .skipLocked()
      .select('i.id');
    return this.db('registrations').whereIn('id', past).update(emptied);
  }
}
