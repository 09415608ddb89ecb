import type { Knex } from 'knex';

/** The checks read their table beside all writes. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connections validate constraint connections_met_conference_id_fkey;
    alter table connections validate constraint connections_met_once_accepted;
    alter table connections validate constraint connections_met_at_conference;
  `);
}

/** A valid check needs nothing undone. */
export async function down(): Promise<void> {}
