import type pg from 'pg';
import { statement } from './database.ts';

const findPair = statement(
  'pair',
  `select me.id, me.first_name, me.last_name, me.photo_url
     from users me, users other
    where me.id = $1 and not me.is_blocked
      and other.id = $2 and other.is_listed and not other.is_blocked`,
);
const insertConnection = statement(
  'connect',
  `with connected as (
     insert into connections (requester_id, recipient_id) values ($1, $2)
     on conflict do nothing
     returning id, status, message, created_at, responded_at
   ), notified as (
     insert into notifications (user_id, type, title, body, data)
     select $2, 'connection_request', $3, $4,
            jsonb_build_object('connection_id', c.id, 'actor', $5::jsonb)
       from connected c
     returning id
   ), queued as (
     insert into deliveries (notification_id, user_id) select id, $2 from notified
   )
   select * from connected`,
);

/**
 * Two statements: who the two are, then the connection with its notification and the message to send.
 * Left out: the history of requests with its limits (by keyed hashes), blocks, earlier refusals, muted
 * topics, the live stream, the job of the sender, and locks against an erasure.
 */
export async function connect(
  pool: pg.Pool,
  requesterId: number,
  { recipientId }: { readonly recipientId: number },
): Promise<string> {
  const { id, first_name, last_name, photo_url } = await findPair(pool, [requesterId, recipientId]);
  const title = `“${first_name} ${last_name}” wants to connect`;
  const actor = JSON.stringify({ id, first_name, photo_url });
  const body = 'You can say yes or no.';
  const row = await insertConnection(pool, [requesterId, recipientId, title, body, actor]);
  return JSON.stringify({
    id: row.id,
    status: row.status,
    direction: 'sent',
    message: row.message,
    created_at: row.created_at,
    responded_at: row.responded_at,
    met_at: null,
    met_conference_id: null,
    note: null,
    requester_id: requesterId,
    recipient_id: recipientId,
  });
}
