import type { Knex } from 'knex';

/** Concurrently, because the audit log is written while the index is built. */
export const config = { transaction: false };

/** GET /admin/audit-log?conference_id. Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  await down(knex);
  await knex.raw(`
    create index concurrently audit_log_conference_idx on audit_log (conference_id, id)
      where conference_id is not null`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists audit_log_conference_idx');
}
