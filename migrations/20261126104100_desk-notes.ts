import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';

/** Table by table, so that no lock is held while the next one is waited for. */
export const config = { transaction: false };

const TABLES = ['event_attendances', 'conference_attendances'];

/**
 * A note about an attendee for the desk and the door. Rewrites no row. Safe to interrupt and to repeat.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES) {
    await alterSoon(
      knex,
      `alter table ${table} add column if not exists desk_note text check (length(desk_note) <= 1000);
       comment on column ${table}.desk_note is 'For organizers and the door; the attendee sees it in the export only.'`,
    );
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of TABLES.toReversed()) {
    await alterSoon(knex, `alter table ${table} drop column if exists desk_note`);
  }
}

/**
 * Gives up the lock after a second and tries again: everyone else would wait behind a migration that
 * waits for a long transaction, such as a backup.
 */
async function alterSoon(knex: Knex, sql: string): Promise<void> {
  for (;;) {
    try {
      // Sent as one text, all of it is one transaction.
      await knex.raw(`set local lock_timeout = '1s'; ${sql}`);
      return;
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === '55P03';
      if (!isLocked) throw error;
      await sleep(200);
    }
  }
}
