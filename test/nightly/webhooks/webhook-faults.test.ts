import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApi } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import { aConference, aUser } from '../../support/factories.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { endServices, type Service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import {
  changeMany,
  killWebhookWorker,
  repetitions,
  startWebhookWorker,
} from '../../support/webhook-workers.ts';
import {
  answers,
  aWebhook,
  createWebhookSender,
  startWebhookApi,
  WebhookReceiver,
} from '../../support/webhooks.ts';

const MESSAGES = 12;
/** Of an endpoint at once. */
const IN_FLIGHT = 4;
const TEST_MS = 120_000;

let api: TestApi;
let cwd: string;
let receiver: WebhookReceiver;
let proxy: FaultProxy;
let conferences: number[];

beforeAll(async () => {
  api = await startWebhookApi();
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-webhooks-'));
  await chmod(cwd, 0o755);
  conferences = [];
  for (let n = 0; n < MESSAGES; n += 1) conferences.push((await aConference(api.db)).id);
});
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
  proxy = await FaultProxy.before(receiver.url(''));
  for (const table of ['webhook_endpoints', 'webhook_messages', 'webhook_changes']) {
    await api.db(table).delete();
  }
});
afterEach(async () => {
  await endServices();
  await proxy.close();
  await receiver.close();
});
afterAll(async () => {
  await rm(cwd, { recursive: true });
  await api.close();
});

const start = () => startWebhookWorker(api, cwd);
const listen = () =>
  aWebhook(api, { url: new URL('/hook', proxy.url).href, kinds: ['attendance.changed'] });
const change = async () => changeMany(api, { user_id: (await aUser(api.db)).id, conferences });
const countOf = async (status: string) => {
  const rows = await api.db('webhook_deliveries').where({ status }).select('status');
  return rows.length;
};
const areSent = () => until(async () => (await countOf('sent')) === MESSAGES);
/** Waits until as many statements of the worker wait for a lock. */
const untilLocked = (count: number) =>
  until(async () => {
    const { rows } = await api.db.raw(
      `select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].count >= count;
  });

interface Point {
  readonly name: string;
  /** Brings a worker, which it starts, to the point, and kills it. Returns the calls in flight. */
  readonly killAt: () => Promise<number>;
  /** Of what was in flight: what the receiver had got. */
  readonly repeats: 'none' | 'some' | 'all';
}

const kill = (worker: Service) => killWebhookWorker(api, worker);
const hold = async (sql: string) => {
  const trx = await beginTransaction(api.db);
  await trx.raw(sql);
  return trx;
};

const POINTS: readonly Point[] = [
  {
    name: 'before messages are made',
    repeats: 'none',
    async killAt() {
      await using _ = await hold(`select pg_advisory_xact_lock(hashtext('webhooks'), 0)`);
      await change();
      const worker = await start();
      await untilLocked(1);
      return kill(worker);
    },
  },
  {
    name: 'while messages are made',
    repeats: 'none',
    async killAt() {
      await api.db.raw(`
        create function wait_for_test() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(7); return new; end $$;
        create trigger wait_for_test before insert on webhook_deliveries
          for each row execute function wait_for_test()`);
      try {
        await using _ = await hold('select pg_advisory_xact_lock(7)');
        await change();
        const worker = await start();
        await untilLocked(1);
        return await kill(worker);
      } finally {
        await api.db.raw('drop function wait_for_test cascade');
      }
    },
  },
  {
    name: 'before a call arrives',
    repeats: 'none',
    async killAt() {
      proxy.silence();
      await change();
      const worker = await start();
      await until(() => proxy.droppedBytes > 0);
      const inFlight = await kill(worker);
      proxy.restore();
      return inFlight;
    },
  },
  {
    name: 'during a call',
    repeats: 'all',
    async killAt() {
      receiver.respond = () => {};
      await change();
      const worker = await start();
      await until(() => receiver.messages.length === IN_FLIGHT);
      receiver.respond = answers(204);
      return kill(worker);
    },
  },
  {
    name: 'after an answer, before its record',
    repeats: 'all',
    async killAt() {
      await change();
      // The record of a result waits for the endpoint; the lease does not.
      await using _ = await hold('select from webhook_endpoints for no key update');
      const worker = await start();
      await until(() => receiver.messages.length === IN_FLIGHT);
      await untilLocked(1);
      return kill(worker);
    },
  },
  {
    name: 'after a record',
    repeats: 'some',
    async killAt() {
      receiver.respond = async (response) => {
        await sleep(50);
        response.writeHead(204).end();
      };
      await change();
      const worker = await start();
      await until(async () => (await countOf('sent')) > 0);
      return kill(worker);
    },
  },
];

describe('a worker that is killed', () => {
  it.each(POINTS)(
    '$name loses nothing, and repeats at most what was in flight',
    async ({ killAt, repeats }) => {
      await listen();
      const inFlight = await killAt();
      expect(inFlight).toBeLessThanOrEqual(IN_FLIGHT);
      receiver.respond = answers(204);
      await start();
      await areSent();

      const ids = new Set(receiver.messages.map(({ id }) => id));
      expect(ids.size).toBe(MESSAGES);
      expect(receiver.itemsOf('attendance.changed')).toHaveLength(MESSAGES + repetitions(receiver));
      const repeated = repetitions(receiver);
      expect(repeated).toBeLessThanOrEqual(repeats === 'none' ? 0 : inFlight);
      if (repeats === 'all') expect(repeated).toBe(IN_FLIGHT);
      expect(await api.db('webhook_changes').select('id')).toEqual([]);
    },
    TEST_MS,
  );

  it(
    'leaves its calls to another one after 30 seconds',
    async () => {
      await listen();
      receiver.respond = () => {};
      await change();
      const [worker] = [await start(), await start()];
      await until(() => receiver.messages.length === IN_FLIGHT);
      receiver.respond = answers(204);
      worker.child.kill('SIGKILL');
      await worker.ended;
      await areSent();
      expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(MESSAGES);
      expect(repetitions(receiver)).toBeLessThanOrEqual(IN_FLIGHT);
    },
    TEST_MS,
  );
});

it(
  'a worker that is stopped repeats nothing',
  async () => {
    await listen();
    receiver.respond = async (response) => {
      await sleep(200);
      response.writeHead(204).end();
    };
    await change();
    const worker = await start();
    await until(() => receiver.messages.length >= IN_FLIGHT);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect(await countOf('sending')).toBe(0);
    await start();
    await areSent();
    expect(repetitions(receiver)).toBe(0);
  },
  TEST_MS,
);

it(
  'two workers make each message once, and call an endpoint at most four times at once',
  async () => {
    await listen();
    const ROUNDS = 20;
    let inFlight = 0;
    let most = 0;
    receiver.respond = async (response) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await sleep(20);
      inFlight -= 1;
      response.writeHead(204).end();
    };
    await Promise.all([start(), start()]);
    for (let round = 0; round < ROUNDS; round += 1) {
      await change();
      await sleep(250);
    }
    const total = ROUNDS * MESSAGES;
    await until(() => receiver.itemsOf('attendance.changed').length >= total);
    await until(async () => (await countOf('sending')) + (await countOf('queued')) === 0);
    expect(receiver.itemsOf('attendance.changed')).toHaveLength(total);
    expect(repetitions(receiver)).toBe(0);
    expect(most).toBeLessThanOrEqual(IN_FLIGHT);
  },
  TEST_MS,
);

it(
  'a receiver that hangs is given up after 15 seconds, and holds up no other one',
  async () => {
    const { id } = await listen();
    await using other = await WebhookReceiver.start();
    await aWebhook(api, { url: other.url(), kinds: ['attendance.changed'] });
    receiver.respond = () => {};
    await change();
    const stop = new AbortController();
    const running = createWebhookSender(api).run(stop.signal);
    await until(() => other.messages.length === MESSAGES);
    const ofHanging = () =>
      api.db('webhook_deliveries').where({ endpoint_id: id }).orderBy('message_id');
    expect((await ofHanging()).filter(({ status }) => status === 'sent')).toEqual([]);
    await until(async () =>
      (await ofHanging()).some(({ answers: said }) => (said as unknown[]).length > 0),
    );
    stop.abort();
    await running;
    const [{ error, ms }] = (await ofHanging()).flatMap(({ answers: said }) => said);
    expect(error).toBe('timeout');
    expect(ms).toBeGreaterThanOrEqual(14_900);
    expect(ms).toBeLessThan(20_000);
  },
  TEST_MS,
);
