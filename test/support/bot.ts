import request from 'supertest';
import { textOf } from '../../src/development/bot-account.ts';
import type { ChatMessage } from '../../src/development/bot-chats.ts';
import type { BotSandbox } from '../../src/development/bot-sandbox.ts';
import type { User } from '../../src/domain/people/users.ts';
import type { UpdateKey } from '../../src/repositories/messaging/messenger-updates.repository.ts';
import type { StartOptions, TestApi } from './api.ts';
import { DeliveryTest } from './deliveries.ts';
import { deleteRows } from './empty-tables.ts';

export const WEBHOOK_SECRET = 'the-webhook-secret-of-the-tests-01';
export const WEBHOOK_PATH = '/api/v1/messenger/webhook';
export const APP_URL = 'https://t.me/hallway_bot/app';

/** The number before the colon of the token. */
const BOT_ID = 7_000_000_001;
/** In seconds since 1970. */
const DATE = 1_778_749_200;

/** An API with a webhook, the sandbox of the messenger, and the worker's services between the two. */
export class BotTest implements AsyncDisposable {
  readonly api: TestApi;
  readonly sandbox: BotSandbox;
  readonly #deliveries: DeliveryTest;
  #lastUpdate = 0;

  static async start(options: StartOptions = {}): Promise<BotTest> {
    const env = {
      MESSENGER_WEBHOOK_SECRET: WEBHOOK_SECRET,
      MESSENGER_APP_URL: APP_URL,
      ...options.env,
    };
    return new BotTest(await DeliveryTest.start({ ...options, env }));
  }

  private constructor(deliveries: DeliveryTest) {
    this.#deliveries = deliveries;
    this.api = deliveries.api;
    this.sandbox = deliveries.fake.sandbox;
  }

  async reset(): Promise<void> {
    await this.#deliveries.reset();
    this.sandbox.reset();
    await deleteRows(this.api.db, 'messenger_updates', 'rate_limit_counters');
    await this.api.db('pgboss.job').where('name', 'like', 'apply-bot-%').delete();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#deliveries.stopWorkers();
    await this.#deliveries.close();
  }

  /** Sends the due messages in one run. */
  sendAll() {
    return this.#deliveries.sendAll();
  }

  startWorker() {
    return this.#deliveries.startWorker();
  }

  /** Posts an update as the messenger does. */
  post(update: object, secret = WEBHOOK_SECRET) {
    return request(this.api.url)
      .post(WEBHOOK_PATH)
      .set('X-Telegram-Bot-Api-Secret-Token', secret)
      .send(update);
  }

  /** Updates whose ids the test does not choose. */
  update(content: object): { readonly update_id: number } {
    this.#lastUpdate += 1;
    return { update_id: this.#lastUpdate, ...content };
  }

  /** A private message; `date` in seconds after the first one of the tests. */
  message(from: number, text: string, { date = 0, language_code = 'en' } = {}) {
    return this.update({ message: messageFrom(from, text, { date, language_code }) });
  }

  /** Someone blocks the bot, or allows it to write again. */
  memberChange(from: number, status: 'member' | 'kicked', date: number) {
    const chat = { id: from, type: 'private' };
    const new_chat_member = { status, user: { id: 1, is_bot: true, first_name: 'Hallway' } };
    const my_chat_member = { from: person(from), chat, date: DATE + date, new_chat_member };
    return this.update({ my_chat_member });
  }

  press(from: number, data: string, id = '1') {
    const callback_query = {
      id,
      from: person(from),
      message: { message_id: 1, chat: { id: from, type: 'private' }, date: DATE },
      chat_instance: '1',
      data,
    };
    return this.update({ callback_query });
  }

  /** Runs the queued jobs of the bot once, as a worker would. Returns their outcomes. */
  async work(): Promise<string[]> {
    const outcomes: string[] = [];
    for (const run of await this.#takeJobs()) outcomes.push(await run());
    return outcomes;
  }

  /** Runs jobs, at once, until none is left. */
  async untilHandled(): Promise<void> {
    while ((await this.workAtOnce()).length > 0);
  }

  /** Ends the times in which a chat gets no answer. */
  async endGap(): Promise<void> {
    await this.api.db('rate_limit_counters').where('key', 'like', 'bot-answer:%').delete();
    await this.freeChats();
  }

  /** Ends the seconds between two messages to one chat. */
  async freeChats(): Promise<void> {
    await this.api.db('messenger_chats').delete();
  }

  /** As `work`, each job in a worker of its own. */
  async workAtOnce(): Promise<string[]> {
    return Promise.all((await this.#takeJobs()).map((run) => run()));
  }

  /** Runs the job of an update again, as after a failure. */
  again({ update_id }: { readonly update_id: number }, name = 'apply-bot-update') {
    return this.#run(name, { bot_id: BOT_ID, update_id });
  }

  async #takeJobs(): Promise<(() => Promise<string>)[]> {
    const { db } = this.api;
    const queued = () => db('pgboss.job').whereRaw("name like 'apply-bot-%'");
    const jobs: { name: string; data: UpdateKey }[] = await queued()
      .orderBy('created_on')
      .select('name', 'data');
    await queued().delete();
    return jobs.map(
      ({ name, data }) =>
        () =>
          this.#run(name, data),
    );
  }

  #run(name: string, key: UpdateKey): Promise<string> {
    const bot = this.#deliveries.createBot();
    return (name === 'apply-bot-press' ? bot.botPresses : bot.botUpdates).handle(key);
  }

  /** Posts updates and runs their jobs. */
  async handle(...updates: readonly object[]): Promise<string[]> {
    for (const update of updates) await this.post(update).expect(200);
    return this.work();
  }

  /** What the bot has written to the user or the messenger id, oldest first. */
  answersTo(user: User | number): ChatMessage[] {
    return this.sandbox.chat(idOf(user)).filter(({ from }) => from === 'bot');
  }

  textsTo(user: User | number): string[] {
    return this.answersTo(user).map(textOf);
  }

  async member({ id }: User) {
    return this.api
      .db('users')
      .where({ id })
      .first('messenger_reachable', 'notifications_enabled', 'language');
  }
}

export const idOf = (user: User | number): number =>
  typeof user === 'number' ? user : Number(user.messenger_id);

const person = (id: number, language_code = 'en') => ({
  id,
  is_bot: false,
  first_name: 'Mina',
  language_code,
});

export const messageFrom = (
  from: number,
  text: string,
  { date = 0, language_code = 'en' } = {},
) => ({
  message_id: 1,
  from: person(from, language_code),
  chat: { id: from, type: 'private', first_name: 'Mina' },
  date: DATE + date,
  text,
});
