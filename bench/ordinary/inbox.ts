import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { type PageRequest, pageOf, rowsOf } from './pool.ts';

const UNREAD = 'user_id = $1 and in_app and dismissed_at is null and clicked_at is null';
const HEARTBEAT_MS = 25_000;

export async function listNotifications(userId: number, page: PageRequest): Promise<object> {
  const from = `from notifications where user_id = $1 and in_app and dismissed_at is null`;
  const [{ rows, pagination }, [counts]] = await Promise.all([
    pageOf(
      {
        list: `select id, title, body, action_url, created_at, clicked_at, dismissed_at, type, data, null as start
               ${from} order by created_at desc, id desc`,
        count: `select count(*) as total ${from}`,
      },
      [userId],
      page,
    ),
    rowsOf<{ unread_count: number; unseen_count: number }>(
      `select count(*) as unread_count, count(*) filter (where id > coalesce(
                (select seen_up_to from notification_settings where user_id = $1), 0)) as unseen_count
         from notifications where ${UNREAD}`,
      [userId],
    ),
  ]);
  return { data: rows, pagination, ...counts };
}

/** Server-Sent Events, woken by one LISTEN of the process. */
export async function openStreams(): Promise<{ open(userId: number, res: ServerResponse): void }> {
  const streams = new Map<number, Set<ServerResponse>>();
  const listener = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await listener.connect();
  await listener.query('listen ordinary_notifications');
  listener.on('notification', ({ payload = '{}' }) => {
    const { user_id, ...notification } = JSON.parse(payload);
    for (const res of streams.get(user_id) ?? []) {
      res.write(`event: notification\ndata: ${JSON.stringify(notification)}\n\n`);
    }
  });
  setInterval(() => {
    for (const ofUser of streams.values()) for (const res of ofUser) res.write(':\n\n');
  }, HEARTBEAT_MS);
  return {
    open(userId, res) {
      res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      res.write('retry: 3000\n\n');
      const ofUser = streams.get(userId) ?? new Set();
      streams.set(userId, ofUser.add(res));
      res.once('close', () => {
        ofUser.delete(res);
        if (ofUser.size === 0) streams.delete(userId);
      });
    },
  };
}
