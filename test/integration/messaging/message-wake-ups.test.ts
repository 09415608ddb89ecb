import { pino } from 'pino';
import { NOTIFY_CHANNEL } from '../../../src/db/notify-channel.ts';
import { NotifyListener } from '../../../src/db/notify-listener.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { MessageWakeUpsService } from '../../../src/services/messaging/message-wake-ups.service.ts';
import { cutConnections, DeliveryTest } from '../../support/deliveries.ts';
import { payloadsDuring } from '../../support/notify-channel.ts';
import { until } from '../../support/until.ts';

const NEVER_MS = 3_600_000;
const SOON_MS = 20;

let test: DeliveryTest;
let ada: User;
let grace: User;

beforeAll(async () => {
  test = await DeliveryTest.start();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  [ada, grace] = await test.reachableUsers(2);
});

const request = (from: User, to: User) =>
  test.api.as(from).post('/api/v1/connections').send({ recipient_id: to.id }).expect(201);

/** Counts the wake-ups while `work` runs, which starts once the listener listens. */
async function countingWakes(
  pollMs: number,
  work: (wakes: () => number) => Promise<void>,
): Promise<void> {
  let wakes = 0;
  const channel = new NotifyListener({
    url: test.api.databaseUrl,
    channel: NOTIFY_CHANNEL,
    log: pino({ level: 'silent' }),
  });
  const wakeUps = new MessageWakeUpsService({ store: test.api.store, channel, pollMs });
  wakeUps.open(async () => {
    wakes += 1;
  });
  try {
    await until(async () => wakes === 1);
    await work(() => wakes);
  } finally {
    await wakeUps.close();
  }
}

describe('queued messages', () => {
  it('wake the worker by the one NOTIFY of their transaction, without a job', async () => {
    const jobs = () => test.api.db('pgboss.job').where({ name: 'send-messages' });
    await countingWakes(NEVER_MS, async (wakes) => {
      const payloads = await payloadsDuring(test.api, () => request(ada, grace));

      expect(payloads).toEqual([`${grace.id},messages`]);
      await until(async () => wakes() === 2);
    });
    const { rows } = await test.api.db.raw(`select to_regclass('pgboss.job') is null as is_new`);
    expect(rows[0].is_new || (await jobs()).length === 0).toBe(true);
  });

  it('are sent at once by a worker of any process', async () => {
    await test.startWorker();
    try {
      await request(ada, grace);
      await until(() => test.callsTo(grace) === 1);
    } finally {
      await test.stopWorkers();
    }
    expect(await test.deliveryTo(grace)).toMatchObject({ status: 'sent' });
  });

  it('wake no worker when they are for the app only', async () => {
    await test.api.db('users').where({ id: ada.id }).update({ messenger_reachable: false });
    await countingWakes(NEVER_MS, async (wakes) => {
      await request(grace, ada);
      await request(ada, await test.reachableUsers(1).then(([user]) => user as User));

      await until(async () => wakes() >= 2);
      expect(wakes()).toBe(2);
    });
  });
});

describe('a lost NOTIFY', () => {
  it('loses no message: the worker polls', async () => {
    await countingWakes(SOON_MS, async (wakes) => {
      await test.insertMessages([ada]);
      await until(async () => wakes() > 1);
    });
  });

  it('loses no message: the worker looks when it listens again', async () => {
    await countingWakes(NEVER_MS, async (wakes) => {
      await cutConnections(test.api.databaseUrl);
      await until(async () => wakes() === 2);
    });
  });

  it('wakes no worker while no message is due', async () => {
    await test.insertMessages([ada], { due_at: new Date(Date.now() + NEVER_MS) });
    let polls = 0;
    test.api.db.on('query', () => {
      polls += 1;
    });
    await countingWakes(SOON_MS, async (wakes) => {
      await until(async () => polls >= 3);
      expect(wakes()).toBe(1);
    });
  });
});
