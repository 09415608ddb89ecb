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
import type { Admission } from './invitations.repository.ts';
import { ADMITTED, UNMARKED, userIdOf } from './invitations.sql.ts';

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
  },
};

/**
 * Finds the invitation and the user of each row. A claimed invitation identifies its user even
 * after they change their username. These are separate statements because in one, PostgreSQL
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
  `update staged_attendees s set user_id = ${userIdOf('s')} where s.user_id is null`,
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
    return copyLine([row, attendee.messenger_id, hashes, ...fields, null, null]);
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
         select s.row, a.status, s.user_id is null and e.row is not null as is_erased,
                case when s.messenger_id is null then 'username' else 'messenger_id' end as field,
                min(s.row) over (partition by s.user_id, case when s.user_id is null
                  then coalesce(s.messenger_id::text, '@' || lower(s.username)) end) as first_row
           from staged_attendees s
           left join erased e on e.row = s.row
           left join conference_attendances a
             on a.conference_id = :conferenceId and a.user_id = s.user_id
       )
       select row, field, 'the same person as in row ' || first_row as error
         from judged where row > first_row
       union all
       select row, field, 'this user has erased their account'
         from judged where row = first_row and is_erased
       union all
       select row, field, 'this user has cancelled their registration'
         from judged where row = first_row and status = 'cancelled'`,
      { conferenceId },
    );
  }

  /**
   * Registers users while seats are free, then adds them to the waitlist. A row by username fills no
   * profile field and marks the attendance. Returns row counts.
   */
  async upsertAttendances(
    conferenceId: number,
    { spots, now }: Admission,
  ): Promise<AttendeeImportCounts> {
    const counts = await bulkQuery<AttendeeImportCounts>(
      this.#db,
      `with people as (
         select user_id, row as place, ticket_type,
                case when messenger_id is null then 'username' end as claimed_by,
                ${PROFILE_FIELDS.map(
                  (name) => `case when messenger_id is not null then ${name} end as ${name}`,
                ).join(', ')}
           from staged_attendees where user_id is not null
       ), ${ADMITTED}, ticketed as (
         update conference_attendances a
            set ticket_type = coalesce(p.ticket_type, a.ticket_type), claimed_by = p.claimed_by
           from people p
          where a.conference_id = :conferenceId and a.user_id = p.user_id
            and (p.ticket_type is not null and a.ticket_type is distinct from p.ticket_type
                 or ${UNMARKED})
         returning 1
       ), filled as (
         update users u
            set (messenger_first_name, messenger_last_name, company, job_title, updated_at)
                = row(${PROFILE}, now())
           from people p
          where u.id = p.user_id
            and (u.messenger_first_name, u.messenger_last_name, u.company, u.job_title)
                is distinct from (${PROFILE})
       )
       select (select count(*) from staged_attendees) as staged,
              (select count(*) from staged_attendees where messenger_id is null) as by_username,
              (select count(*) from admitted) as created,
              (select count(*) from ticketed) as updated`,
      { conferenceId, spots, now },
    );
    return onlyRow(counts);
  }

  /**
   * Invites people who are not users yet, and claims the invitations of people who have become
   * users. A user who is named by username gets a claimed invitation, so that later imports
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
           (conference_id, messenger_id, ${FIELDS.join(', ')}, claimed_by, claimed_at)
         select :conferenceId, messenger_id, ${FIELDS.join(', ')}, user_id,
                case when user_id is not null then :now::timestamptz end
           from staged_attendees
          where invitation_id is null and (user_id is null or messenger_id is null)
          order by row
         returning claimed_by
       ), changed as (
         update conference_invitations i
            set (${FIELDS.join(', ')}) = row(${INVITATION})
           from staged_attendees s
          where i.id = s.invitation_id and i.claimed_at is null and s.user_id is null
            and (${FIELDS.map((name) => `i.${name}`).join(', ')}) is distinct from (${INVITATION})
         returning 1
       ), claimed as (
         update conference_invitations i set claimed_by = s.user_id, claimed_at = :now
           from staged_attendees s
          where i.id = s.invitation_id and i.claimed_at is null and s.user_id is not null
       )
       select (select count(*) from invited where claimed_by is null) as created,
              (select count(*) from changed) as updated`,
      { conferenceId, now },
    );
    return onlyRow(counts);
  }
}
