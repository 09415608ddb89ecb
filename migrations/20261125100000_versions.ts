import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';

/** Table by table, so that no lock is held while the next one is waited for. */
export const config = { transaction: false };

const TABLES = [
  'conferences',
  'events',
  'agenda_items',
  'speakers',
  'quests',
  'quest_tasks',
  'reminder_templates',
  'users',
  'event_attendances',
  'conference_attendances',
  'notification_jobs',
];

/**
 * The version of the fields that organizers edit: an edit with `If-Match` names the version that it
 * was made from. Changes the catalog only, and rewrites no row. Safe to interrupt and to repeat.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES) {
    await alterSoon(
      knex,
      `alter table ${table} add column if not exists version integer not null default 1;
       comment on column ${table}.version is 'Raised by each edit of a field that organizers set.';`,
    );
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of TABLES.toReversed()) {
    await alterSoon(knex, `alter table ${table} drop column if exists version`);
  }
}

/**
 * Gives up the lock after a second and tries again: everyone else would wait behind a migration that
 * waits for a long transaction, such as a backup.
 */
async function alterSoon(knex: Knex, sql: string): Promise<void> {
  for (;;) {
    try {
      // Sent as one text, both are one transaction.
      await knex.raw(`set local lock_timeout = '1s'; ${sql}`);
      return;
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === '55P03';
      if (!isLocked) throw error;
      await sleep(200);
    }
  }
}
