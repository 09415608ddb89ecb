import type { Knex } from 'knex';

/** Concurrently, because workers record results while the index is built. */
export const config = { transaction: false };

/** `GET /admin/enrichment/jobs?status`: a job is running while it has such a user. */
export async function up(knex: Knex): Promise<void> {
  // An interrupted build leaves an invalid index.
  await knex.raw('drop index concurrently if exists enrichment_job_users_unfinished_idx');
  await knex.raw(
    `create index concurrently enrichment_job_users_unfinished_idx on enrichment_job_users (job_id)
      where finished_at is null`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists enrichment_job_users_unfinished_idx');
}
