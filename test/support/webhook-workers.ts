import { ADMIN_API_KEY, JWT_SECRET, type TestApi } from './api.ts';
import { BOT_TOKEN } from './messenger.ts';
import { type Service, startService } from './service.ts';
import type { WebhookReceiver } from './webhooks.ts';

/** A worker as operators run it, with the database of a test, which sends to receivers on this machine. */
export const startWebhookWorker = ({ databaseUrl }: TestApi, cwd: string): Promise<Service> =>
  startService({
    cwd,
    env: {
      NODE_ENV: 'production',
      ROLE: 'worker',
      DATABASE_URL: databaseUrl,
      JWT_SECRET,
      ADMIN_API_KEY,
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      MESSENGER_TRANSPORT: 'log',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      DRAIN_DELAY: '0',
    },
  });

/** Kills the only worker. Returns the calls that it had in flight, whose leases end now. */
export async function killWebhookWorker(
  { db }: Pick<TestApi, 'db'>,
  { child, ended }: Service,
): Promise<number> {
  child.kill('SIGKILL');
  await ended;
  return db('webhook_deliveries')
    .where({ status: 'sending' })
    .update({ leased_until: db.raw('clock_timestamp()') });
}

/** Registers a user at each of as many conferences, so that each is a message of its own. */
export async function changeMany(
  { db }: Pick<TestApi, 'db'>,
  { user_id, conferences }: { user_id: number; conferences: readonly number[] },
): Promise<void> {
  await db.raw(
    `insert into registrations (conference_id, user_id, status, registered_at)
     select unnest(:conferences::bigint[]), :user_id, 'registered', now()`,
    { user_id, conferences },
  );
}

/** How often a receiver got a message more than once. */
export const repetitions = ({ messages }: WebhookReceiver): number =>
  messages.length - new Set(messages.map(({ id }) => id)).size;
