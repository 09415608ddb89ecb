import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/**
 * Runs `work` while this process alone holds the lock; others wait for it. The lock of a killed
 * process ends with its connection.
 *
 * @param databaseUrl must not lead through PgBouncer in transaction mode
 */
export async function withAdvisoryLock<T>(
  databaseUrl: string,
  key: number,
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'hallway lock' });
  // A lost connection ends the lock. The work fails by its own connections.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [key]);
    return await work();
  } finally {
    await client.end();
  }
}

/** How often a waiting process tries to take the lock. */
const TRY_MS = 1_000;

/**
 * Waits for the lock until `signal` aborts, then runs `work` while this process alone holds it.
 *
 * @param work ends when `held` aborts: by `signal`, or because the connection of the lock is lost
 * @param databaseUrl as for `withAdvisoryLock`
 * @throws the reason of `signal` while it waits
 */
export async function whileAdvisoryLock(
  databaseUrl: string,
  { key, signal }: { readonly key: number; readonly signal: AbortSignal },
  work: (held: AbortSignal) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'hallway lock',
    keepAlive: true,
  });
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  const held = AbortSignal.any([signal, lost.signal]);
  await client.connect();
  try {
    while (!(await isTaken(client, key))) await sleep(TRY_MS, undefined, { signal: held });
    await work(held);
  } finally {
    await client.end();
  }
}

async function isTaken(client: pg.Client, key: number): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as is_taken', [key]);
  return rows[0]?.is_taken === true;
}
