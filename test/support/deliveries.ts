import pg from 'pg';
import { type Logger, pino } from 'pino';
import { createBot } from '../../src/app/bot.ts';
import { createDeliveries, createWakeUps } from '../../src/app/messaging.ts';
import type { User } from '../../src/domain/people/users.ts';
import { BotTransport } from '../../src/integrations/messenger/bot-transport.ts';
import type { MessengerTransport } from '../../src/integrations/messenger/transport.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import type { DeliveriesService } from '../../src/services/messaging/deliveries.service.ts';
import { type StartOptions, startApi, type TestApi } from './api.ts';
import { deleteRows } from './empty-tables.ts';
import { people } from './factories.ts';
import { type Behavior, FakeBotApi } from './fake-bot-api.ts';
import { BOT_TOKEN } from './messenger.ts';

const silent = pino({ level: 'silent' });

/** Far longer than an answer of the fake takes on a slow machine. */
const TIMEOUT_MS = 60_000;
/** The timeout for a call that the fake never answers. */
const HANG_TIMEOUT_MS = 200;

interface SenderOptions {
  readonly rate?: number;
  readonly log?: Logger;
}

/** The `nth` call for a chat counts from 1. */
type BehaviorOf = (nth: number) => Behavior;

/** An API, a fake Bot API, and the senders and workers between the two. */
export class DeliveryTest {
  readonly api: TestApi;
  readonly fake: FakeBotApi;
  readonly #behaviors: Map<number, BehaviorOf>;
  readonly #workers: Worker[] = [];
  #transport: BotTransport | undefined;

  static async start(options: StartOptions = {}): Promise<DeliveryTest> {
    const behaviors = new Map<number, BehaviorOf>();
    const fake = await FakeBotApi.start({
      latencyMs: 5,
      answerTo: ({ chat_id }, nth) => behaviors.get(chat_id)?.(nth) ?? 'ok',
    });
    return new DeliveryTest(await startApi(options), fake, behaviors);
  }

  private constructor(api: TestApi, fake: FakeBotApi, behaviors: Map<number, BehaviorOf>) {
    this.api = api;
    this.fake = fake;
    this.#behaviors = behaviors;
  }

  /** Call it before each test. */
  async reset(): Promise<void> {
    this.#behaviors.clear();
    this.fake.reset();
    const { db } = this.api;
    await deleteRows(db, 'users', 'notification_jobs', 'messenger_chats', 'changed_subjects');
    await db('messenger_gate').update({ paused_until: 'epoch' });
  }

  async close(): Promise<void> {
    await this.#transport?.close();
    await this.api.close();
    await this.fake.close();
  }

  /** The fake answers like this to messages for the user; the default is `ok`. */
  answerTo({ messenger_id }: User, behaviorOf: BehaviorOf): void {
    this.#behaviors.set(Number(messenger_id), behaviorOf);
  }

  /** A sender with its own transport, like a separate process. `rate` is per second. */
  createSender({ rate = 1_000, log = silent }: SenderOptions = {}): DeliveriesService {
    const { store, configWith } = this.api;
    const config = configWith({
      MESSENGER_RATE: `${rate}`,
      MESSENGER_RETRY_DELAY_MS: '1',
      // Longer than a run waits: a test says when the edits are due.
      MESSENGER_CHANGE_WAIT: '600',
    });
    const target = { apiRoot: this.fake.url, botToken: BOT_TOKEN };
    const transport = new BotTransport({ ...target, timeoutMs: TIMEOUT_MS });
    const impatient = new BotTransport({ ...target, timeoutMs: HANG_TIMEOUT_MS });
    const transportTo = (chat_id: number): BotTransport => {
      const nth = this.fake.calls.filter((call) => call.chat_id === chat_id).length + 1;
      return this.#behaviors.get(chat_id)?.(nth) === 'hang' ? impatient : transport;
    };
    const either: MessengerTransport = {
      send: (message) => transportTo(message.chat_id).send(message),
      edit: (message) => transport.edit(message),
      delete: (message) => transport.delete(message),
      answerCallback: (answer) => transport.answerCallback(answer),
    };
    return createDeliveries({ store, config, log, transport: either });
  }

  /** The services that answer users, with their own transport, as in a separate process. */
  createBot() {
    const { store, services, configWith } = this.api;
    this.#transport ??= new BotTransport({ apiRoot: this.fake.url, botToken: BOT_TOKEN });
    const config = configWith({});
    const transport = this.#transport;
    return createBot({ store, config, log: silent, transport, services });
  }

  /** Sends the due messages in one run, and waits for its end. */
  sendAll() {
    return this.createSender().run(new AbortController().signal);
  }

  /** Starts a worker, which `stopWorkers` stops. */
  async startWorker(options: { rate?: number } = {}): Promise<Worker> {
    const { store, services, databaseUrl } = this.api;
    const deliveries = this.createSender(options);
    const { broadcastFanout, dueSources, enrichmentRuns, guestRetention, matchTerms, mediaFiles } =
      services;
    const { ownerKeys, partnerMintRuns, ratingRequests, recalculations, sessionReminders } =
      services;
    const { pendingAwards, recommendations, unsignedCalls, userReports, welcomes } = services;
    const { adminSeatRequests, ownGuests, transfers, webhookSending } = services;
    const wakeUps = createWakeUps({ store, config: this.api.configWith({}), log: silent });
    const worker = await startWorker(databaseUrl, {
      store,
      adminSeatRequests,
      ownGuests,
      transfers,
      deliveries,
      broadcastFanout,
      dueSources,
      guestRetention,
      matchTerms,
      mediaFiles,
      ownerKeys,
      partnerMintRuns,
      ratingRequests,
      recommendations,
      recalculations,
      sessionReminders,
      enrichmentRuns,
      pendingAwards,
      unsignedCalls,
      userReports,
      webhookSending,
      welcomes,
      ...this.createBot(),
      wakeUps,
      log: silent,
    });
    this.#workers.push(worker);
    return worker;
  }

  async stopWorkers(): Promise<void> {
    for (const worker of this.#workers.splice(0)) await worker.stop(5_000);
  }

  /** At least as many users as a test names. */
  reachableUsers(count: number) {
    return people(this.api.db, count, { messenger_reachable: true });
  }

  /** Inserts one queued message to each user. */
  async insertMessages(users: readonly User[], given: object = {}): Promise<void> {
    const { db } = this.api;
    for (const user of users) {
      const [{ id }] = await db('notifications')
        .insert({ user_id: user.id, type: 'message', title: 'Hello', body: 'There', in_app: false })
        .returning('id');
      await db('deliveries').insert({ notification_id: id, user_id: user.id, ...given });
    }
  }

  deliveryTo({ id }: User) {
    return this.api.db('deliveries').where({ user_id: id }).first('status', 'reason', 'attempts');
  }

  callsTo({ messenger_id }: User): number {
    return this.fake.calls.filter(({ chat_id }) => chat_id === messenger_id).length;
  }

  async hasMessagesInFlight(): Promise<boolean> {
    return (await this.api.db('deliveries').where({ status: 'sending' })).length > 0;
  }
}

/** Waits until PostgreSQL has terminated every other connection to the database. */
export async function cutConnections(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.end();
}
