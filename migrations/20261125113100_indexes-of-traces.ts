import type { Knex } from 'knex';

/** Concurrently, because the audit log is written while the indexes are built. */
export const config = { transaction: false };

/** Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  // GET /admin/audit-log?administrator_id
  await knex.raw('drop index concurrently if exists audit_log_administrator_idx');
  await knex.raw(`
    create index concurrently audit_log_administrator_idx on audit_log (administrator_id, id)
      where administrator_id is not null`);
  // All processes count the reads of a key, an endpoint and an hour in one row.
  await knex.raw('drop index concurrently if exists audit_log_reads_key');
  await knex.raw(`
    create unique index concurrently audit_log_reads_key on audit_log
      (actor, (after ->> 'endpoint'), date_trunc('hour', at at time zone 'UTC'))
      where action = 'people.read'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists audit_log_reads_key');
  await knex.raw('drop index concurrently if exists audit_log_administrator_idx');
}
