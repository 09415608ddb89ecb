import { hash } from 'node:crypto';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { createQueues } from '../../src/jobs/queue.ts';
import { inTransaction, type Queryable, statement } from './database.ts';
import { findUser, USER_COLUMNS } from './users.ts';

const QUEUE = 'send-messages';
const KEY_ID = '00000000';
const MAX_DAILY_REQUESTS = 50;
const MAX_REQUESTS_TO_ONE = 3;

const lockRequester = statement(
  'lock requester',
  `select ${USER_COLUMNS} from users where id = $1 limit $2 for no key update`,
);
const lockRecipient = statement(
  'lock recipient',
  `select u.messenger_id from users as u
    where u.id = $1 and u.is_blocked = $2 and u.erased_at is null
      and (u.is_listed = $3 or exists (select * from connections
        where least(requester_id, recipient_id) = $4
          and greatest(requester_id, recipient_id) = $5 and not status = $6))
    limit $7 for key share of u`,
);
const insertConnection = statement(
  'connect',
  `insert into connections (created_at, message, recipient_id, requester_id)
   values ($1, $2, $3, $4) on conflict do nothing
   returning id, requester_id, recipient_id, status, message, created_at, responded_at`,
);
const findRejection = statement(
  'rejection',
  `select rejected_at from connection_requests
    where requester_hash in ($1, $2, $3) and recipient_hash in ($4, $5, $6)
      and rejected_at is not null
    order by rejected_at desc limit $7`,
);
const findRequest = statement(
  'request',
  `select requested_at from connection_requests where requester_hash in ($1, $2, $3)
    order by requested_at desc limit $4 offset $5`,
);
const findRequestToOne = statement(
  'request to one',
  `select requested_at from connection_requests
    where requester_hash in ($1, $2, $3) and recipient_hash in ($4, $5, $6)
    order by requested_at desc limit $7 offset $8`,
);
const insertRequest = statement(
  'count request',
  `insert into connection_requests (key_id, recipient_hash, requested_at, requester_hash)
   values ($1, $2, $3, $4)`,
);
const deleteRejection = statement(
  'forget rejection',
  `update connection_requests set rejected_at = $1
    where requester_hash in ($2, $3, $4) and recipient_hash in ($5, $6, $7)
      and rejected_at is not null`,
);
const notify = statement(
  'notify',
  `with notified as (
     insert into notifications (user_id, type, title, body, action_url, data)
     select u.id, $1, $2, $3, $4, $5::jsonb
       from users u where u.id = any($6::bigint[]) and u.erased_at is null for key share
     returning id, user_id
   ), written as (
     insert into deliveries (notification_id, user_id)
     select t.id, t.user_id
       from notified t
       join users u on u.id = t.user_id
       left join notification_settings s on s.user_id = t.user_id
      where $7 and not u.is_blocked
        and delivery_skip_reason(
          u.messenger_reachable, u.notifications_enabled, s.muted_topics, $8) is null
     returning 1
   )
   select (select count(*) from written) as messages,
     (select pg_notify('hallway_notifications',
        case when users.count <= 400 then users.ids else '*' end)
        from (select count(*) as count, string_agg(user_id::text, ',') as ids from notified) users
       where users.count > 0)`,
);

export type JobInsert = (db: Queryable) => Promise<unknown>;

/** The statement by which pg-boss enqueues a job, as a named one. */
export async function jobInsert(databaseUrl: string): Promise<JobInsert> {
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false });
  await boss.start();
  await createQueues(boss);
  let sent: { text: string; values: unknown[] } = { text: '', values: [] };
  const recorder = {
    async executeSql(text: string, values: unknown[] = []) {
      sent = { text, values };
      return { rows: [{ id: 'recorded' }] };
    },
  };
  await boss.send(QUEUE, null, { db: recorder });
  await boss.stop({ graceful: false });
  const insert = statement('job', sent.text);
  return (db) => insert(db, sent.values);
}

/** Fourteen trips: the statements of the first edition of the service, one after the other. */
export async function connect(
  pool: pg.Pool,
  requesterId: number,
  { recipientId, insertBroadcast }: { recipientId: number; insertBroadcast: JobInsert },
): Promise<string> {
  await findUser(pool, requesterId);
  return inTransaction(pool, async (client) => {
    const actor = await lockRequester(client, [requesterId, 1]);
    const low = Math.min(requesterId, recipientId);
    const high = Math.max(requesterId, recipientId);
    const visible = [recipientId, false, true, low, high, 'withdrawn', 1];
    const recipient = await lockRecipient(client, visible);
    const now = new Date().toISOString();
    const row = await insertConnection(client, [now, null, recipientId, requesterId]);

    const from = hashesOf(actor.messenger_id);
    const to = hashesOf(recipient.messenger_id);
    const used = [
      await findRejection(client, [...from, ...to, 1]),
      await findRequest(client, [...from, 1, MAX_DAILY_REQUESTS - 1]),
      await findRequestToOne(client, [...from, ...to, 1, MAX_REQUESTS_TO_ONE - 1]),
    ];
    if (used.some(Boolean)) throw new Error('a limit is reached');
    await insertRequest(client, [KEY_ID, to[0], now, from[0]]);
    await deleteRejection(client, [null, ...to, ...from]);

    const { id, first_name, last_name, photo_url } = actor;
    const title = `“${first_name} ${last_name}” wants to connect`;
    const data = { connection_id: row.id, actor: { id, first_name, photo_url } };
    await notify(client, [
      'connection_request',
      title,
      'You can say yes or no.',
      null,
      JSON.stringify(data),
      [recipientId],
      true,
      'connections',
    ]);
    await insertBroadcast(client);
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
      requester_id: row.requester_id,
      recipient_id: row.recipient_id,
    });
  });
}

/** As many hashes as the service has in production: it looks for those of older keys too. */
const hashesOf = (messengerId: unknown) =>
  ['newest', 'older', 'oldest'].map((key) => hash('sha3-256', `${key} ${messengerId}`, 'hex'));
