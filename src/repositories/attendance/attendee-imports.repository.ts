import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import { bulkQuery, createStagingTable, deleteRefusedRows } from '../../db/staging.ts';
import type {
  AttendeeImportCounts,
  AttendeeImportRow,
  ImportCounts,
  RefusedRows,
} from '../../domain/imports.ts';
import { copyLine } from '../../lib/copy-text.ts';
import { admitted, isOpen, isWaiting, UNMARKED, userIdOf } from './invitations.sql.ts';

const FIELDS = [
  'username',
  'first_name',
  'last_name',
  'company',
  'job_title',
  'ticket_type',
] as const;
const PROFILE_FIELDS = ['first_name', 'last_name', 'company', 'job_title'] as const;

const STAGED = {
  name: 'staged_attendees',
  columns: {
    row: 'integer',
    messenger_id: 'bigint',
    messenger_hashes: 'text[]',
    ...Object.fromEntries(FIELDS.map((name) => [name, 'text'])),
    // Set by `updateIdentified`.
    invitation_id: 'bigint',
    user_id: 'bigint',
    // Set by `updateSeats`; null for a row of a person who already has a place.
    has_seat: 'boolean',
    queue_number: 'bigint',
  },
};

/**
 * Finds the invitation and the user of each row. A claimed invitation identifies its user even
 * after they change their username. The user of an open one is registered by its claim. These are separate statements because in one, PostgreSQL
 * chooses nested loops over tables that have just grown and are not analyzed yet. The last
 * statement locks the users (FOR KEY SHARE) against a concurrent erasure.
 */
const IDENTIFICATION = [
  `update staged_attendees s set invitation_id = i.id, user_id = i.claimed_by
     from conference_invitations i
    where i.conference_id = :conferenceId and i.messenger_id = s.messenger_id`,
  `update staged_attendees s set invitation_id = i.id, user_id = i.claimed_by
     from conference_invitations i
    where i.conference_id = :conferenceId and i.messenger_id is null
      and s.messenger_id is null and lower(i.username) = lower(s.username)`,
  `update staged_attendees s set user_id = ${userIdOf('s')} where s.invitation_id is null`,
  `analyze staged_attendees`,
  `with kept as (
     select u.id from users u
      where u.id in (select user_id from staged_attendees) and u.erased_at is null
        for key share of u
   )
   update staged_attendees s set user_id = null
    where s.user_id is not null and s.user_id not in (select id from kept)`,
];

/** SQL for the names, company and job title of a user `u` after the import of a row `p`. */
const PROFILE = `
  imported_until_sign_in(u.last_seen_at, u.messenger_first_name, p.first_name),
  imported_until_sign_in(u.last_seen_at, u.messenger_last_name, p.last_name),
  imported_if_empty('company', u.edited_fields, u.company, p.company),
  imported_if_empty('job_title', u.edited_fields, u.job_title, p.job_title)`;

/** SQL for the fields of an invitation `i` after the import of a row `s`. */
const INVITATION = FIELDS.map((name) => `coalesce(s.${name}, i.${name})`).join(', ');

/**
 * Writes attendee imports through a staging table, which PostgreSQL drops at the end of the
 * transaction. All methods after `insertLines` require the lock of the conference.
 */
export class AttendeeImportsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Formats an import row for `insertLines`; `hashes` recognize an erased user. */
  lineOf(row: number, hashes: readonly string[] | undefined, attendee: AttendeeImportRow): string {
    const fields = FIELDS.map((name) => attendee[name]);
    return copyLine([row, attendee.messenger_id, hashes, ...fields, null, null, null, null]);
  }

  async insertLines(lines: Readable): Promise<void> {
    await createStagingTable(this.#db, STAGED, lines);
  }

  /** Sets the invitation and the user of each row, and locks these users against an erasure. */
  async updateIdentified(conferenceId: number): Promise<void> {
    for (const statement of IDENTIFICATION) await bulkQuery(this.#db, statement, { conferenceId });
  }

  /** Deletes and returns the rows that only the database can refuse. */
  async deleteRefused(conferenceId: number): Promise<RefusedRows> {
    return deleteRefusedRows(
      this.#db,
      STAGED,
      `with erased as (
         select distinct s.row from staged_attendees s, unnest(s.messenger_hashes) as hash
           join erased_people e on e.messenger_hash = hash
       ), judged as (
         select s.row, a.status, i.withdrawn_at is not null as is_withdrawn,
                s.user_id is null and e.row is not null as is_erased,
                case when s.messenger_id is null then 'username' else 'messenger_id' end as field,
                min(s.row) over (partition by s.user_id, case when s.user_id is null
                  then coalesce(s.messenger_id::text, '@' || lower(s.username)) end) as first_row
           from staged_attendees s
           left join erased e on e.row = s.row
           left join conference_invitations i on i.id = s.invitation_id
           left join conference_attendances a
             on a.conference_id = :conferenceId and a.user_id = s.user_id
       )
       select row, field, 'the same person as in row ' || first_row as error
         from judged where row > first_row
       union all
       select row, field, 'this user has erased their account'
         from judged where row = first_row and is_erased
       union all
       select row, field, 'this invitation was withdrawn'
         from judged where row = first_row and is_withdrawn and not is_erased and status is null
       union all
       select row, field, 'this user has cancelled their registration'
         from judged where row = first_row and status = 'cancelled'`,
      { conferenceId },
    );
  }

  /**
   * Gives the new people free seats, then places in the queue, in the order of their rows.
   *
   * @param spots the number of free seats; null means unlimited
   */
  async updateSeats(conferenceId: number, spots: number | null): Promise<void> {
    await bulkQuery(
      this.#db,
      `update staged_attendees s set has_seat = n.has_seat, queue_number = n.queue_number
         from (select row, coalesce(row_number() over (order by row) <= :spots::integer, true)
                        as has_seat,
                      nextval('attendance_queue') as queue_number
                 from (select s.row from staged_attendees s
                         left join conference_attendances a
                           on a.conference_id = :conferenceId and a.user_id = s.user_id
                        where case when s.user_id is null then s.invitation_id is null
                                   else a.user_id is null end
                        order by s.row offset 0) new) n
        where n.row = s.row`,
      { conferenceId, spots },
    );
  }

  /**
   * Registers the users among the new people, with a seat or on the waitlist. A row that identifies
   * its user by username fills no profile field and marks the attendance. Returns row counts.
   */
  async upsertAttendances(
    conferenceId: number,
    now: string,
  ): Promise<Omit<AttendeeImportCounts, 'waitlisted'>> {
    const counts = await bulkQuery<Omit<AttendeeImportCounts, 'waitlisted'>>(
      this.#db,
      `with people as materialized (
         select s.user_id, a.status as current, s.has_seat as is_seated, s.queue_number,
                s.ticket_type,
                case when s.messenger_id is null then 'username' end as claimed_by,
                ${PROFILE_FIELDS.map(
                  (name) => `case when s.messenger_id is not null then s.${name} end as ${name}`,
                ).join(', ')}
           from staged_attendees s
           left join conference_attendances a
             on a.conference_id = :conferenceId and a.user_id = s.user_id
          where s.user_id is not null
       ), ${admitted([])}, counted as (
         update conferences
            set attendee_count = attendee_count + taken.count
           from (select count(*) from admitted where holds_seat(status)) taken
          where id = :conferenceId and taken.count > 0
       ), ticketed as (
         update conference_attendances a
            set ticket_type = coalesce(p.ticket_type, a.ticket_type), claimed_by = p.claimed_by,
                version = a.version + 1
           from people p
          where a.conference_id = :conferenceId and a.user_id = p.user_id
            and (p.ticket_type is not null and a.ticket_type is distinct from p.ticket_type
                 or ${UNMARKED})
         returning 1
       ), filled as (
         update users u
            set (messenger_first_name, messenger_last_name, company, job_title, version, updated_at)
                = row(${PROFILE}, u.version + 1, now())
           from people p
          where u.id = p.user_id
            and (u.messenger_first_name, u.messenger_last_name, u.company, u.job_title)
                is distinct from (${PROFILE})
       )
       select (select count(*) from staged_attendees) as staged,
              (select count(*) from staged_attendees where messenger_id is null) as by_username,
              (select count(*) from admitted) as created,
              (select count(*) from ticketed) as updated`,
      { conferenceId, now },
    );
    return onlyRow(counts);
  }

  /**
   * Invites people who are not users yet, with a seat or a place in the queue. A user who is named by username gets a claimed invitation, so that later imports
   * recognize them after they change their username. Returns row counts.
   */
  async upsertInvitations(
    conferenceId: number,
    now: string,
  ): Promise<Omit<ImportCounts, 'staged'>> {
    const counts = await bulkQuery<Omit<ImportCounts, 'staged'>>(
      this.#db,
      `with invited as (
         insert into conference_invitations
           (conference_id, messenger_id, ${FIELDS.join(', ')}, claimed_by, claimed_at,
            has_seat, queue_number)
         select :conferenceId, messenger_id, ${FIELDS.join(', ')}, user_id,
                case when user_id is not null then :now::timestamptz end,
                user_id is null and has_seat, coalesce(queue_number, nextval('attendance_queue'))
           from staged_attendees
          where invitation_id is null and (user_id is null or messenger_id is null)
          order by row
         returning claimed_by, has_seat
       ), counted as (
         update conferences
            set invited_count = invited_count + taken.count
           from (select count(*) from invited where has_seat) taken
          where id = :conferenceId and taken.count > 0
       ), changed as (
         update conference_invitations i
            set (${FIELDS.join(', ')}) = row(${INVITATION})
           from staged_attendees s
          where i.id = s.invitation_id and ${isOpen('i')}
            and (${FIELDS.map((name) => `i.${name}`).join(', ')}) is distinct from (${INVITATION})
         returning 1
       )
       select (select count(*) from invited where claimed_by is null) as created,
              (select count(*) from changed) as updated`,
      { conferenceId, now },
    );
    return onlyRow(counts);
  }

  /** Counts the rows whose person waits for a seat. Call it after the writes. */
  async countWaiting(conferenceId: number): Promise<number> {
    const counts = await bulkQuery<{ readonly count: number }>(
      this.#db,
      `select count(*) from staged_attendees s
         left join conference_attendances a
           on a.conference_id = :conferenceId and a.user_id = s.user_id
         left join conference_invitations i on i.id = s.invitation_id and ${isWaiting('i')}
        where case when s.user_id is null then not s.has_seat or i.id is not null
                   else a.status = 'waitlisted' end`,
      { conferenceId },
    );
    return onlyRow(counts).count;
  }
}
