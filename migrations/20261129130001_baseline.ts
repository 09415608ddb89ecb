import { readFile } from 'node:fs/promises';
import type { Knex } from 'knex';

/** The files of `baseline`, by capability, in the order in which they need each other. */
const PARTS = [
  'words',
  'people/users',
  'people/lists-of-users',
  'networking/connections',
  'networking/reports',
  'networking/recommendations',
  'networking/enrichments',
  'programme/conferences',
  'programme/events',
  'programme/speakers',
  'programme/agenda',
  'programme/agenda-groups',
  'attendance/conference-attendances',
  'attendance/event-attendances',
  'attendance/conference-people',
  'attendance/invitations',
  'attendance/rosters',
  'messaging/notifications',
  'messaging/broadcasts',
  'messaging/deliveries',
  'messaging/bot-messages',
  'quests/quests',
  'quests/tasks',
  'quests/points',
  'quests/settlements',
  'partner/partner',
  'media/media',
  'feedback/feedback',
  'administration/administrators',
  'operations/audit-log',
  'operations/operations',
] as const;

/** The schema before the first release. `src/db/baseline.ts` says which databases have it already. */
export async function up(knex: Knex): Promise<void> {
  for (const part of PARTS) {
    const sql = await readFile(new URL(`./baseline/${part}.sql`, import.meta.url), 'utf8');
    // Knex would take a question mark for a binding, also in a comment.
    await knex.raw(sql.replaceAll('?', '\\?'));
  }
}

/** Drops all but the tables of Knex. The later migrations are rolled back before. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    do $$
    declare
      names text;
    begin
      select string_agg(oid::regclass::text, ', ') into names from pg_class
       where relnamespace = current_schema()::regnamespace and relkind = 'r'
         and relname not like 'knex\_migrations%';
      execute 'drop table ' || names || ' cascade';
      -- In one statement, since some of them call others.
      select string_agg(oid::regprocedure::text, ', ') into names from pg_proc
       where pronamespace = current_schema()::regnamespace
         and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e');
      execute 'drop function ' || names;
    end $$;
    drop sequence attendance_queue;
    drop extension unaccent, pg_trgm;
  `);
}
