import type { Knex } from 'knex';

/** Concurrently, because connections are accepted while the index is built. */
export const config = { transaction: false };

/**
 * GET /admin/conferences/:id/stats: the connections that were accepted on the days of a conference, with
 * both users, so that the table is not read. Safe to interrupt and to repeat.
 */
export async function up(knex: Knex): Promise<void> {
  await down(knex);
  await knex.raw(`
    create index concurrently connections_accepted_idx on connections (responded_at)
      include (requester_id, recipient_id) where status = 'accepted'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists connections_accepted_idx');
}
