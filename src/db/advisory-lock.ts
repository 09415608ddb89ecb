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
