import type { Knex } from 'knex';

/** What open streams are told while `work` runs, by whatever process. */
export async function payloadsDuring(db: Knex, work: () => Promise<unknown>): Promise<string[]> {
  const connection = await db.client.acquireRawConnection();
  const heard: string[] = [];
  connection.on('notification', ({ payload }: { payload: string }) => heard.push(payload));
  try {
    await connection.query('listen hallway_notifications');
    await work();
    // Whatever was committed before this statement has arrived with its answer.
    await connection.query('select 1');
  } finally {
    await db.client.destroyRawConnection(connection);
  }
  return heard;
}
