import type { Readable } from 'node:stream';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { bulkQuery, createStagingTable, deleteRefusedRows } from '../../db/staging.ts';
import type { StagedPreview } from '../../domain/attendance/attendee-previews.ts';
import {
  type AttendeeImportCounts,
  type AttendeeImportRow,
  type ErasedRows,
  type ImportCounts,
  MAX_ROW_ERRORS,
  type RefusedRows,
} from '../../domain/imports.ts';
import { copyLine } from '../../lib/copy-text.ts';
import {
  AS_PERSON,
  CHANGED_ROWS,
  INVITED_FIELDS as FIELDS,
  HAS_HASHES,
  INVITE,
  IS_TICKETED,
  PREVIEWED,
  PROFILE,
  SET_KEYS,
} from './attendee-import-changes.sql.ts';
import { ERASED, IDENTIFICATION, REFUSALS, STAGED, STRANGERS } from './attendee-imports.sql.ts';
import { isWithdrawn } from './invitations.sql.ts';

/** The keyed hashes by which a row is found, each under every key. */
export interface RowHashes {
  readonly messenger: readonly string[] | undefined;
  readonly ticket: readonly string[] | undefined;
  readonly scan: readonly string[] | undefined;
  readonly order: readonly string[] | undefined;
  readonly email: readonly string[] | undefined;
  readonly username: readonly string[] | undefined;
}

/** A row as it is staged: only `email` if the import keeps addresses. */
export interface StagedAttendee
  extends Omit<AttendeeImportRow, 'ticket_code' | 'scan_code' | 'order_code'> {
  readonly ticket_code_end: string | null;
  readonly source_id: number | null;
}

/** What an import does with one row. `invitation_id` is that of a guest who is there already. */
export interface ChangedRow {
  readonly row: number;
  readonly invitation_id: number | null;
  readonly result: 'created' | 'updated';
}

/**
 * Writes attendee imports through a staging table, which PostgreSQL drops at the end of the
 * transaction. All methods after `insertLines` require the lock of the conference.
 */
export class AttendeeImportsRepository extends OnDatabase {
  /** Formats an import row for `insertLines`. */
  lineOf(row: number, hashes: RowHashes, attendee: StagedAttendee): string {
    const fields = FIELDS.map((name) => attendee[name]);
    const { ticket, scan, order, username } = hashes;
    const { messenger_id, email, ticket_code_end, source_id } = attendee;
    const keys = [ticket, ticket_code_end, scan, source_id, order, hashes.email, username];
    const unset = [null, null, null, null, null];
    return copyLine([row, messenger_id, hashes.messenger, ...keys, email, ...fields, ...unset]);
  }

  async insertLines(lines: Readable): Promise<void> {
    await createStagingTable(this.db, STAGED, lines);
  }

  /** Sets the invitation and the user of each row, and locks these users against an erasure. */
  async updateIdentified(conferenceId: number): Promise<void> {
    for (const statement of IDENTIFICATION) await bulkQuery(this.db, statement, { conferenceId });
  }

  /** Users who do not attend yet become people to invite: their claim, which follows, notifies them. */
  async updateStrangers(conferenceId: number): Promise<void> {
    await bulkQuery(this.db, STRANGERS, { conferenceId });
  }

  /** Deletes the rows of erased guests, and returns the first of them by number. */
  async deleteErased(conferenceId: number): Promise<ErasedRows> {
    const rows = await bulkQuery<{ readonly row: number; readonly count: number }>(
      this.db,
      `with erased as (${ERASED}), deleted as (
         delete from staged_attendees s using erased e where s.row = e.row
       )
       select row, count(*) over () as count from erased order by row limit ${MAX_ROW_ERRORS}`,
      { conferenceId },
    );
    return { rows: rows.map(({ row }) => row), count: rows[0]?.count ?? 0 };
  }

  /** Deletes and returns the rows that only the database can refuse. */
  async deleteRefused(conferenceId: number): Promise<RefusedRows> {
    return deleteRefusedRows(this.db, STAGED, REFUSALS, { conferenceId });
  }

  /**
   * Gives the new people free seats, then places in the queue, in the order of their rows.
   *
   * @param spots the number of free seats; null means unlimited
   */
  async updateSeats(conferenceId: number, spots: number | null): Promise<void> {
    await bulkQuery(
      this.db,
      `update staged_attendees s set has_seat = n.has_seat, queue_number = n.queue_number
         from (select row, coalesce(row_number() over (order by row) <= :spots::integer, true)
                        as has_seat,
                      nextval('attendance_queue') as queue_number
                 from (select s.row from staged_attendees s
                         left join registrations a
                           on a.conference_id = :conferenceId and a.user_id = s.user_id
                        where case when s.user_id is null then s.invitation_id is null
                                   else a.user_id is null end
                        order by s.row offset 0) new) n
        where n.row = s.row`,
      { conferenceId, spots },
    );
  }

  /**
   * The first rows, those of people who are there already, and the rows `named` by number, as they will be.
   * Call it after `updateSeats`, before the writes.
   */
  async listPreviewed(conferenceId: number, named: readonly number[]): Promise<StagedPreview[]> {
    const bindings = { conferenceId, named: `{${named.join()}}` };
    return bulkQuery<StagedPreview>(this.db, PREVIEWED, bindings);
  }

  /** The first rows that create or change a guest. Call it after `updateSeats`, before the writes. */
  async listChanged(conferenceId: number): Promise<ChangedRow[]> {
    return bulkQuery<ChangedRow>(this.db, CHANGED_ROWS, { conferenceId });
  }

  /**
   * Registers the users among the new people, with a seat or on the waitlist. A row that identifies
   * its user by username fills no profile field and marks the attendance; one with the ticket code
   * or e-mail of a claimed invitation leaves both as they are. Returns row counts.
   */
  async upsertAttendances(
    conferenceId: number,
    now: string,
  ): Promise<Omit<AttendeeImportCounts, 'waitlisted' | 'left_out_count'>> {
    const counts = await bulkQuery<Omit<AttendeeImportCounts, 'waitlisted' | 'left_out_count'>>(
      this.db,
      `with people as materialized (
         select distinct on (s.user_id)
                s.user_id, a.status as current, s.has_seat as is_seated, s.queue_number,
                ${AS_PERSON}
           from staged_attendees s
           left join registrations a
             on a.conference_id = :conferenceId and a.user_id = s.user_id
          where s.user_id is not null
          order by s.user_id, s.row
       ), admitted as (
         insert into registrations (conference_id, user_id, status, queue_number, ticket_type,
                                    claimed_by, registered_at)
         select :conferenceId, p.user_id,
                case when p.is_seated then 'registered' else 'waitlisted' end,
                p.queue_number, p.ticket_type, p.claimed_by, :now
           from people p
          where p.current is null
          order by p.queue_number
         returning status
       ), counted as (
         update conferences
            set attendee_count = attendee_count + taken.count
           from (select count(*) from admitted where holds_seat(status)) taken
          where id = :conferenceId and taken.count > 0
       ), ticketed as (
         update registrations a
            set ticket_type = coalesce(p.ticket_type, a.ticket_type), claimed_by = p.claimed_by,
                version = a.version + 1
           from people p
          where a.conference_id = :conferenceId and a.user_id = p.user_id and ${IS_TICKETED}
         returning 1
       ), filled as (
         update users u
            set (messenger_first_name, messenger_last_name, company, job_title, version, updated_at)
                = row(${PROFILE.join(', ')}, u.version + 1, now())
           from people p
          where u.id = p.user_id
            and (u.messenger_first_name, u.messenger_last_name, u.company, u.job_title)
                is distinct from (${PROFILE.join(', ')})
       )
       select (select count(*) from staged_attendees) as staged,
              (select count(*) from staged_attendees s
                where messenger_id is null and username is not null and not ${HAS_HASHES})
                as by_username,
              (select count(*) from admitted) as created,
              (select count(*) from ticketed) as updated`,
      { conferenceId, now },
    );
    return onlyRow(counts);
  }

  /**
   * Invites people who are not users yet, with a seat or a place in the queue. What names a user by
   * username, ticket code or e-mail becomes part of their registration, or a claimed invitation beside
   * it if that has such a key already: later imports recognize them. Returns row counts.
   */
  async upsertInvitations(
    conferenceId: number,
    by: { readonly now: string; readonly keyId: string; readonly importId: string },
  ): Promise<Omit<ImportCounts, 'staged'> & { readonly invited: number }> {
    const counts = await bulkQuery<Omit<ImportCounts, 'staged'> & { readonly invited: number }>(
      this.db,
      INVITE,
      { conferenceId, ...by },
    );
    return onlyRow(counts);
  }

  /** Stores the keys of claimed invitations, and hashes under the newest key in place of older ones. */
  async updateKeys(keyId: string): Promise<void> {
    await bulkQuery(
      this.db,
      `update registrations i set ${SET_KEYS}
         from staged_attendees s
        where i.id = s.invitation_id and not (${isWithdrawn('i')}) and ${HAS_HASHES}
          and (s.ticket_hashes is not null and i.ticket_code_hash is distinct from s.ticket_hashes[1]
               or s.scan_hashes is not null and i.scan_code_hash is distinct from s.scan_hashes[1]
               or s.order_hashes is not null and i.order_hash is distinct from s.order_hashes[1]
               or s.source_id is not null and i.source_id is distinct from s.source_id
               or s.email_hashes is not null and i.email_hash is distinct from s.email_hashes[1])`,
      { keyId },
    );
  }

  /** Counts the rows whose person waits for a seat. Call it after the writes. */
  async countWaiting(conferenceId: number): Promise<number> {
    const counts = await bulkQuery<{ readonly count: number }>(
      this.db,
      `select count(*) from staged_attendees s
         left join registrations a
           on a.conference_id = :conferenceId and a.user_id = s.user_id
         left join registrations i on i.id = s.invitation_id
        where case when s.user_id is null then not s.has_seat or i.status = 'waitlisted'
                   else a.status = 'waitlisted' end`,
      { conferenceId },
    );
    return onlyRow(counts).count;
  }
}
