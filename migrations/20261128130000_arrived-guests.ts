import type { Knex } from 'knex';

/** Concurrently, because guests arrive while the index is built. */
export const config = { transaction: false };

/** The guests who have arrived. Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  // An interrupted build leaves an invalid index.
  await knex.raw('drop index concurrently if exists conference_invitations_arrived_idx');
  await knex.raw(`create index concurrently conference_invitations_arrived_idx
    on conference_invitations (conference_id, checked_in_at) where checked_in_at is not null`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists conference_invitations_arrived_idx');
}
