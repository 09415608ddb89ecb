import type { Knex } from 'knex';

/** The NOTIFY payloads on the channel while `work` runs, from any process. */
export async function payloadsDuring(db: Knex, work: () => Promise<unknown>): Promise<string[]> {
  const connection = await db.client.acquireRawConnection();
  const payloads: string[] = [];
  connection.on('notification', ({ payload }: { payload: string }) => payloads.push(payload));
  try {
    await connection.query('listen hallway_notifications');
    await work();
    // The answer arrives after every notification that was committed before this statement.
    await connection.query('select 1');
  } finally {
    await db.client.destroyRawConnection(connection);
  }
  return payloads;
}
