import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { NOTIFY_CHANNEL } from '../../../src/db/notify-channel.ts';
import { NotifySender } from '../../../src/db/notify-sender.ts';
import { namesIn, payloadOf } from '../../../src/domain/messaging/notify-payload.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { ADMIN_API_KEY, JWT_SECRET } from '../../support/api.ts';
import { openPool } from '../../support/database.ts';
import { DeliveryTest } from '../../support/deliveries.ts';
import { EventStreamReader } from '../../support/event-stream.ts';
import { recordingLog } from '../../support/log.ts';
import { BOT_TOKEN, signInitData } from '../../support/messenger.ts';
import { payloadsDuring } from '../../support/notify-channel.ts';
import { endServices, type Service, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const NEVER_MS = 3_600_000;
const CROWD = 40;

let test: DeliveryTest;
let cwd: string;
let users: User[];
let ada: User;
let grace: User;

beforeAll(async () => {
  test = await DeliveryTest.start();
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-notify-'));
});
beforeEach(async () => {
  await test.reset();
  users = await test.reachableUsers(2 * CROWD);
  [ada, grace] = users as [User, User];
});
afterAll(async () => {
  await endServices();
  await test.close();
  await rm(cwd, { recursive: true });
});

const request = (from: User, to: User) =>
  test.api.as(from).post('/api/v1/connections').send({ recipient_id: to.id }).expect(201);
const notice = { type: 'message', args: { title: 'Hello', body: 'There' }, data: {} } as const;

/** Makes each NOTIFY of the database fail until it is disposed of. */
async function withoutNotify() {
  const rename = (from: string, to: string) =>
    test.api.db.raw(
      `set allow_system_table_mods = on;
       alter function pg_catalog.${from}(text, text) rename to ${to};
       reset allow_system_table_mods`,
    );
  await rename('pg_notify', 'pg_notify_away');
  let isAway = true;
  const restore = async () => {
    if (isAway) await rename('pg_notify_away', 'pg_notify');
    isAway = false;
  };
  return { restore, [Symbol.asyncDispose]: restore };
}

describe('the NOTIFY of a notice', () => {
  it('follows the commit', async () => {
    const sent: string[] = [];
    const payloads = await payloadsDuring(test.api, () => {
      test.api.db.on('query', ({ sql }: { sql: string }) => sent.push(sql));
      return request(ada, grace);
    });

    const commit = sent.indexOf('COMMIT;');
    expect(commit).toBeGreaterThan(0);
    expect(sent.findIndex((sql) => sql.includes('pg_notify'))).toBeGreaterThan(commit);
    expect(payloads).toEqual([`${grace.id},messages`]);
  });

  it('is not sent after a rollback', async () => {
    const { store } = test.api;
    const payloads = await payloadsDuring(test.api, async () => {
      const failed = store.transaction(async (tx) => {
        await tx.notifications.insertForAll([ada.id], notice);
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      await store.dryRun((tx) => tx.notifications.insertForAll([ada.id], notice));
    });

    expect(payloads).toEqual([]);
  });

  it('is one for the transactions of 50 ms, and names all of their users', async () => {
    const recipients = users.slice(CROWD);
    const started = performance.now();
    const payloads = await payloadsDuring(test.api, () =>
      Promise.all(recipients.map((recipient, n) => request(users[n] as User, recipient))),
    );

    const batches = 2 + (performance.now() - started) / 50;
    expect(payloads.length).toBeLessThan(Math.min(batches, CROWD));
    expect(new Set(payloads.flatMap(namesIn))).toEqual(
      new Set(['messages', ...recipients.map(({ id }) => String(id))]),
    );
  });

  it('names all users when a batch has more than 400', async () => {
    const many = await test.reachableUsers(401);
    const payloads = await payloadsDuring(test.api, () =>
      test.api.store.transaction(async (tx) => {
        for (const { id } of many) await tx.notifications.insertForAll([id], notice);
      }),
    );

    expect(payloads).toEqual(['*,messages']);
  });

  it('is sent again after a failure, which is logged', async () => {
    const { log, lines } = recordingLog();
    // A prepared statement would find the function under its other name.
    await using db = openPool(test.api.databaseUrl);
    const sender = new NotifySender({
      db,
      channel: NOTIFY_CHANNEL,
      intervalMs: 1,
      payloadOf,
      log,
    });
    const payloads = await payloadsDuring(test.api, async () => {
      await using away = await withoutNotify();
      sender.announce(['7']);
      await until(() => lines.length > 0);
      sender.announce(['42']);
      await away.restore();
      await sender.close();
    });

    expect(lines).toEqual([
      expect.objectContaining({
        level: 40,
        channel: NOTIFY_CHANNEL,
        msg: 'notify sender: NOTIFY failed, retrying in 1 s',
      }),
    ]);
    expect(payloads.flatMap(namesIn).sort()).toEqual(['42', '7']);
  });

  it('is sent by a sender that closes, without waiting for its interval', async () => {
    const log = pino({ level: 'silent' });
    const options = { db: test.api.db, channel: NOTIFY_CHANNEL, payloadOf, log };
    const sender = new NotifySender({ ...options, intervalMs: NEVER_MS });
    const payloads = await payloadsDuring(test.api, async () => {
      sender.announce(['7']);
      sender.announce(['42']);
      sender.announce(['43']);
      await sender.close();
    });

    expect(payloads.flatMap(namesIn).sort()).toEqual(['42', '43', '7']);
  });
});

describe('a process that ends between a commit and its NOTIFY', () => {
  const start = (ROLE: 'api' | 'worker') =>
    startService({
      cwd,
      env: {
        NODE_ENV: 'production',
        ROLE,
        DATABASE_URL: test.api.databaseUrl,
        JWT_SECRET,
        ADMIN_API_KEY,
        MESSENGER_BOT_TOKEN: BOT_TOKEN,
        MESSENGER_API_ROOT: test.fake.url,
        DRAIN_DELAY: '0',
      },
    });
  const requestFrom = ({ url }: Service) => {
    const launchUser = { id: Number(ada.messenger_id), first_name: 'Ada' };
    return fetch(`${url}/api/v1/connections`, {
      method: 'POST',
      headers: {
        'X-Messenger-Auth': signInitData(launchUser, { at: new Date() }),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ recipient_id: grace.id }),
    });
  };
  const hasFailed = ({ log }: Service) =>
    log().some(({ msg }) => msg === 'notify sender: NOTIFY failed, retrying in 1 s');

  it('loses no message and no notification when it is killed', async () => {
    await using api = await start('api');
    await using _worker = await start('worker');
    const stream = `${test.api.url}/api/v1/notifications/stream`;
    const subject = { user_id: grace.id, messenger_id: Number(grace.messenger_id) };
    const { token } = test.api.tokens.issueForUser(subject);
    const reader = await EventStreamReader.open(stream, { Authorization: `Bearer ${token}` });
    await using away = await withoutNotify();
    expect((await requestFrom(api)).status).toBe(201);
    await until(() => hasFailed(api));
    api.child.kill('SIGKILL');
    await api.ended;
    await away.restore();

    await until(() => test.callsTo(grace) === 1);
    test.api.advance(10_000);
    expect(await reader.received(1)).toEqual([expect.stringContaining('wants to connect')]);
    reader.close();
  });

  it('sends the NOTIFY when it is stopped', async () => {
    await using api = await start('api');
    const payloads = await payloadsDuring(test.api, async () => {
      await using away = await withoutNotify();
      await requestFrom(api);
      await until(() => hasFailed(api));
      await away.restore();
      api.child.kill('SIGTERM');
      expect(await api.ended).toBe(0);
    });

    expect(payloads).toEqual([`${grace.id},messages`]);
  });
});
