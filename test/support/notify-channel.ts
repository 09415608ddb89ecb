import { NOTIFY_CHANNEL } from '../../src/db/notify-channel.ts';
import { namesIn } from '../../src/domain/messaging/notify-payload.ts';
import type { TestApi } from './api.ts';
import { until } from './until.ts';

/** Stands for no user; the last name that the process sends. */
const LAST = 'last';

/** The NOTIFY payloads on the channel, from any process, of `work` alone: earlier ones are sent first. */
export async function payloadsDuring(
  { db, notifySender }: Pick<TestApi, 'db' | 'notifySender'>,
  work: () => PromiseLike<unknown>,
): Promise<string[]> {
  const connection = await db.client.acquireRawConnection();
  const payloads: string[][] = [];
  connection.on('notification', ({ payload }: { payload: string }) =>
    payloads.push(namesIn(payload)),
  );
  const sendAll = () => {
    notifySender.announce([LAST]);
    return until(() => payloads.some((names) => names.includes(LAST)));
  };
  try {
    await connection.query(`listen ${NOTIFY_CHANNEL}`);
    await sendAll();
    payloads.length = 0;
    await work();
    await sendAll();
  } finally {
    await db.client.destroyRawConnection(connection);
  }
  return payloads
    .map((names) => names.filter((name) => name !== LAST).join())
    .filter((payload) => payload !== '');
}
