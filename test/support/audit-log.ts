import type { Knex } from 'knex';

/**
 * Deletes the audit log, which is append-only: without its triggers, as only a superuser can within one
 * transaction.
 */
export const emptyAuditLog = (db: Knex): Promise<unknown> =>
  db.raw(`do $$ begin
    perform set_config('session_replication_role', 'replica', true);
    delete from audit_log;
  end $$`);
