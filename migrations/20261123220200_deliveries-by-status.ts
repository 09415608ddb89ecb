import type { Knex } from 'knex';

/** Concurrently, because deliveries are written while the indexes are built. */
export const config = { transaction: false };

/**
 * The recipients of a broadcast with a status, in the order of their list. The previous version reads
 * by the first two columns, as from the index that this one replaces. Safe to interrupt and to repeat.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists deliveries_job_status_idx');
  await knex.raw(
    'create index concurrently deliveries_job_status_idx on deliveries (job_id, status, user_id)',
  );
  await knex.raw('drop index concurrently if exists deliveries_job_idx');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'create index concurrently if not exists deliveries_job_idx on deliveries (job_id, status)',
  );
  await knex.raw('drop index concurrently if exists deliveries_job_status_idx');
}
