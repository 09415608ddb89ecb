import type { Knex } from 'knex';
import { type Logger, pino } from 'pino';
import supertest from 'supertest';
import { type App, createApp } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { DatabaseHealth } from '../../src/db/health.ts';
import { openDatabase } from '../../src/db/knex.ts';
import { PoolHealth } from '../../src/db/pool-health.ts';
import type { User } from '../../src/domain/people/users.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { listen } from '../../src/http/listener.ts';
import { Queue } from '../../src/jobs/queue.ts';
import type { Store } from '../../src/repositories/store.ts';
import { TokensService } from '../../src/services/people/tokens.service.ts';
import { Conformance } from './conformance.ts';
import { createDatabase } from './database.ts';
import { BOT_TOKEN, type LaunchUser, signInitData } from './messenger.ts';

export const ADMIN_API_KEY = 'the-admin-key-of-the-tests-0001';
export const JWT_SECRET = 'the-jwt-secret-of-the-tests-is-this-one';

type Agent = ReturnType<typeof supertest.agent>;

/** The whole application over HTTP, on a database of its own, with a clock that the test moves. */
export interface TestApi {
  readonly db: Knex;
  readonly store: Store;
  readonly services: App['services'];
  readonly url: string;
  readonly databaseUrl: string;
  readonly endpoints: readonly AnyEndpoint[];
  /** Signs as the service does. */
  readonly tokens: TokensService;
  /** The settings of the tests, and these. */
  configWith(env: NodeJS.ProcessEnv): Config;
  now(): Date;
  advance(ms: number): void;
  anonymous(): Agent;
  /** By bearer token. */
  as(user: User): Agent;
  /** By the messenger's header. */
  fromMessenger(user: LaunchUser): Agent;
  admin(): Agent;
  /** @throws Error when any answer was not what the API reference says */
  close(): Promise<void>;
}

interface Options {
  /** Settings that differ from those of the tests; rate limits are off unless set. */
  env?: NodeJS.ProcessEnv;
  /** Shares the database of another one, as a second process would; that one is closed last. */
  on?: Pick<TestApi, 'databaseUrl'>;
  log?: Logger;
  isDraining?: () => boolean;
}

export async function startApi(options: Options = {}): Promise<TestApi> {
  const { url: databaseUrl, drop } = options.on
    ? { url: options.on.databaseUrl, drop: async () => {} }
    : await createDatabase();
  let time = Date.parse('2026-05-14T09:00:00Z');
  const now = () => new Date(time);
  const configWith = (env: NodeJS.ProcessEnv) =>
    readConfig({
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      JWT_SECRET,
      ADMIN_API_KEY,
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      RATE_LIMIT_ENABLED: 'false',
      ...options.env,
      ...env,
    });
  const config = configWith({});
  const db = openDatabase(databaseUrl);
  const log = options.log ?? pino({ level: 'silent' });
  const queue = new Queue(databaseUrl, log);
  const databaseHealth = new DatabaseHealth(databaseUrl, new PoolHealth(db));
  const app = createApp({
    config,
    db,
    queue,
    log,
    health: {
      isDatabaseUp: () => databaseHealth.isUp(),
      isDraining: options.isDraining ?? (() => false),
    },
    now,
    address: () => url,
  });
  const conformance = new Conformance(app.endpoints);
  const listener = await listen(conformance.watch(app.server), { host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${listener.port}`;
  const tokens = new TokensService({ ...config.jwt, now });

  return {
    db,
    store: app.store,
    services: app.services,
    configWith,
    url,
    databaseUrl,
    endpoints: app.endpoints,
    tokens,
    now,
    advance: (ms) => {
      time += ms;
    },
    anonymous: () => supertest.agent(url),
    as: (user) =>
      supertest
        .agent(url)
        .auth(
          tokens.issueForUser({ user_id: user.id, messenger_id: user.messenger_id as number })
            .token,
          { type: 'bearer' },
        ),
    fromMessenger: (user) =>
      supertest.agent(url).set('X-Messenger-Auth', signInitData(user, { at: now() })),
    admin: () => supertest.agent(url).set('X-API-Key', ADMIN_API_KEY),
    async close() {
      await app.services.notificationStreams.close();
      await listener.close(0);
      await databaseHealth.close();
      await queue.close();
      await db.destroy();
      await drop();
      conformance.assertKept();
    },
  };
}
