import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { onlyRow } from './rows.ts';

/**
 * What the server has left for roles without privileges. Such a role does not see in `pg_stat_activity`
 * which processes of other roles are clients.
 */
const FREE = `
  select current_setting('max_connections')::int
           - current_setting('superuser_reserved_connections')::int
           - (select sum(numbackends) from pg_stat_database)::int as free`;

/**
 * Logs a warning where the server has fewer connections left than a process may need: the process would
 * start, and refuse requests in the busiest minute.
 */
export async function warnOfFewConnections(db: Knex, needed: number, log: Logger): Promise<void> {
  const { free } = onlyRow((await db.raw<{ rows: { free: number }[] }>(FREE)).rows);
  if (free >= needed) return;
  log.warn(
    { needed, free },
    'database: this process may need more connections than the server has left; raise max_connections',
  );
}
