import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import { bulk, refuse, stage } from '../../db/staging.ts';
import type { AttendeeImport, ImportCounts, RefusedRows } from '../../domain/imports.ts';
import { copyLine } from '../../lib/copy-text.ts';
import type { Admission } from './invitations.repository.ts';
import { ADMITTED, userOf } from './invitations.sql.ts';

const FIELDS = [
  'username',
  'first_name',
  'last_name',
  'company',
  'job_title',
  'ticket_type',
] as const;
const DETAILS = FIELDS.slice(1);

const STAGED = {
  name: 'staged_attendees',
  columns: {
    row: 'integer',
    messenger_id: 'bigint',
    messenger_hash: 'text',
    ...Object.fromEntries(FIELDS.map((name) => [name, 'text'])),
    // What `identify` finds out.
    invitation_id: 'bigint',
    user_id: 'bigint',
  },
};

/**
 * Who has claimed an invitation is known by it, also under another username. One step each: joined
 * in one statement, a table that has just grown and was not analyzed yet becomes a loop in a loop.
 */
const IDENTIFICATION = [
  `update staged_attendees s set invitation_id = i.id, user_id = i.claimed_by
     from conference_invitations i
    where i.conference_id = :conferenceId and i.messenger_id = s.messenger_id`,
  `update staged_attendees s set invitation_id = i.id, user_id = i.claimed_by
     from conference_invitations i
    where i.conference_id = :conferenceId and i.messenger_id is null
      and s.messenger_id is null and lower(i.username) = lower(s.username)`,
  `update staged_attendees s set user_id = ${userOf('s')} where s.user_id is null`,
  `analyze staged_attendees`,
  `with kept as (
     select u.id from users u
      where u.id in (select user_id from staged_attendees) and u.erased_at is null
        for key share of u
   )
   update staged_attendees s set user_id = null
    where s.user_id is not null and s.user_id not in (select id from kept)`,
];

/** The names, the company and the job title of a user `u` after the import of a row `p`. */
const PROFILE = `
  imported_until_sign_in(u.last_seen_at, u.messenger_first_name, p.first_name),
  imported_until_sign_in(u.last_seen_at, u.messenger_last_name, p.last_name),
  imported_if_empty('company', u.edited_fields, u.company, p.company),
  imported_if_empty('job_title', u.edited_fields, u.job_title, p.job_title)`;

/** An invitation `i` after the import of a row `s`. */
const INVITATION = FIELDS.map((name) => `coalesce(s.${name}, i.${name})`).join(', ');

/**
 * Works on a staging table that lives as long as the transaction it is called in. All that comes
 * after `stage` needs the lock of the conference.
 */
export class AttendeeImportsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** A row of the import as `stage` reads it; `hash` is what an erased person would be known by. */
  lineOf(row: number, hash: string | undefined, attendee: AttendeeImport): string {
    const fields = FIELDS.map((name) => attendee[name]);
    return copyLine([row, attendee.messenger_id, hash, ...fields, null, null]);
  }

  async insertLines(lines: Readable): Promise<void> {
    await stage(this.#db, STAGED, lines);
  }

  /** Finds out whom each row means, and keeps these people from being erased meanwhile. */
  async updateIdentified(conferenceId: number): Promise<void> {
    for (const statement of IDENTIFICATION) await bulk(this.#db, statement, { conferenceId });
  }

  /** Takes out, and names, the rows that only the database can refuse. */
  async deleteRefused(conferenceId: number): Promise<RefusedRows> {
    return refuse(
      this.#db,
      STAGED,
      `with judged as (
         select s.row, a.status, s.user_id is null and e.messenger_hash is not null as is_erased,
                case when s.messenger_id is null then 'username' else 'messenger_id' end as field,
                min(s.row) over (partition by s.user_id, case when s.user_id is null
                  then coalesce(s.messenger_id::text, '@' || lower(s.username)) end) as first_row
           from staged_attendees s
           left join erased_people e on e.messenger_hash = s.messenger_hash
           left join conference_attendances a
             on a.conference_id = :conferenceId and a.user_id = s.user_id
       )
       select row, field, 'the same person as in row ' || first_row as error
         from judged where row > first_row
       union all
       select row, field, 'this person had their data erased'
         from judged where row = first_row and is_erased
       union all
       select row, field, 'this person has cancelled'
         from judged where row = first_row and status = 'cancelled'`,
      { conferenceId },
    );
  }

  /** Registers those who are users, as far as there are seats; the others wait. Counts rows. */
  async upsertAttendances(conferenceId: number, { spots, now }: Admission): Promise<ImportCounts> {
    const counts = await bulk<ImportCounts>(
      this.#db,
      `with people as (
         select user_id, row as place, ${DETAILS.join(', ')}
           from staged_attendees where user_id is not null
       ), ${ADMITTED}, ticketed as (
         update conference_attendances a set ticket_type = p.ticket_type
           from people p
          where a.conference_id = :conferenceId and a.user_id = p.user_id
            and p.ticket_type is not null and a.ticket_type is distinct from p.ticket_type
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
              (select count(*) from admitted) as created,
              (select count(*) from ticketed) as updated`,
      { conferenceId, spots, now },
    );
    return onlyRow(counts);
  }

  /**
   * Invites those who are no users yet. Who has become one claims their invitation; who always was
   * one and is named by a username claims one at once, so that they are known by it under their next
   * username too. Counts rows.
   */
  async upsertInvitations(
    conferenceId: number,
    now: string,
  ): Promise<Omit<ImportCounts, 'staged'>> {
    const counts = await bulk<Omit<ImportCounts, 'staged'>>(
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
