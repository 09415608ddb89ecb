import type pg from 'pg';
import { rowsStatement, statement } from './database.ts';

const INBOX = 'from notifications where user_id = $1 and in_app and dismissed_at is null';
const list = rowsStatement(
  'inbox',
  `select id, title, body, action_url, start, created_at, clicked_at, dismissed_at, type, data
   ${INBOX} order by created_at desc, id desc limit 20`,
);
const count = statement('inbox count', `select count(*) as total ${INBOX}`);
const countUnread = statement(
  'unread',
  `select count(*) as unread_count, count(*) filter (where id > coalesce(
            (select seen_up_to from notification_settings where user_id = $1), 0)) as unseen_count
   ${INBOX} and clicked_at is null`,
);

/** The first page. Left out: texts in the user's language, notices of what changed since, and caps. */
export async function listInbox(pool: pg.Pool, userId: number): Promise<string> {
  const [rows, { total }, unread] = await Promise.all([
    list(pool, [userId]),
    count(pool, [userId]),
    countUnread(pool, [userId]),
  ]);
  const { created_at, id } = rows.at(-1) ?? {};
  const next_cursor = Buffer.from(JSON.stringify([created_at, id])).toString('base64url');
  const pages = Math.ceil(Number(total) / 20);
  const pagination = { page: 1, limit: 20, total, pages, next_cursor };
  return JSON.stringify({ data: rows, pagination, ...unread });
}
