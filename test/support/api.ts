import { hash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RequestHandler } from 'express';
import type { Knex } from 'knex';
import { type Logger, pino } from 'pino';
import supertest from 'supertest';
import { openReplica } from '../../src/app/connections.ts';
import type { Outside } from '../../src/app/outside.ts';
import { type App, createApp } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { DatabaseHealth, PoolWatch } from '../../src/db/database-health.ts';
import { openDatabase, type PoolLimits } from '../../src/db/knex.ts';
import type { User } from '../../src/domain/people/users.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { listen } from '../../src/http/listener.ts';
import type { PageFiles } from '../../src/http/pages.ts';
import { Queue } from '../../src/jobs/queue.ts';
import { type Limits, limitsBy } from '../../src/lib/rate-limit-policies.ts';
import type { Store } from '../../src/repositories/store.ts';
import { TokensService } from '../../src/services/people/tokens.service.ts';
import { Conformance } from './conformance.ts';
import { closePool, createDatabase, PATIENT } from './database.ts';
import { BOT_TOKEN, type LaunchUser, signInitData } from './messenger.ts';
import { ENCRYPTION_KEY } from './service.ts';

export const ADMIN_API_KEY = 'the-admin-key-of-the-tests-0001';
/** The id of `ADMIN_API_KEY` in tokens and the audit log. */
export const ADMIN_KEY_ID = hash('sha256', ADMIN_API_KEY, 'hex').slice(0, 8);
export const JWT_SECRET = 'the-jwt-secret-of-the-tests-is-this-one';

type Agent = ReturnType<typeof supertest.agent>;

/** The whole application over HTTP, with its own database and a clock that the test advances. */
export interface TestApi extends AsyncDisposable {
  readonly db: Knex;
  readonly store: Store;
  /** With `DATABASE_READ_URL`. */
  readonly replica: Outside['replica'];
  readonly services: App['services'];
  readonly notifySender: App['notifySender'];
  readonly url: string;
  readonly databaseUrl: string;
  readonly mediaDirectory: string;
  readonly endpoints: readonly AnyEndpoint[];
  /** Signs tokens with the service's secret. */
  readonly tokens: TokensService;
  /** The config of the tests with other settings. */
  configWith(env: NodeJS.ProcessEnv): Config;
  now(): Date;
  advance(ms: number): void;
  anonymous(): Agent;
  /** Authenticates with a bearer token. */
  as(user: User): Agent;
  /** Authenticates with launch data. */
  fromMessenger(user: LaunchUser): Agent;
  /** Authenticates with the API key of the settings, or with a stored one. */
  admin(key?: string): Agent;
  /**
   * A test that starts a second one declares it with `await using` instead.
   * @throws Error when an answer did not match the API reference
   */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Settings that override those of the tests. Rate limits are disabled by default. */
  env?: NodeJS.ProcessEnv;
  /** Shares the database of another instance, as a second process would. Close that one last. */
  on?: Pick<TestApi, 'databaseUrl'>;
  /** Turns the rate limits on, with these instead of their defaults. */
  rateLimits?: Partial<Limits>;
  log?: Logger;
  /** Those of production, for tests of these limits; by default no request fails by them. */
  limits?: PoolLimits | undefined;
  isDraining?: () => boolean;
  isOverloaded?: () => boolean;
  /** The docs page; without it there is none. */
  referenceFiles?: () => Promise<PageFiles | undefined>;
  /** The organizers' console; without it there is none. */
  consoleFiles?: () => Promise<PageFiles | undefined>;
  /** The example of a mini app; without it there is none. */
  demo?: (config: Config) => RequestHandler;
}

export async function startApi(options: StartOptions = {}): Promise<TestApi> {
  const { url: databaseUrl, drop } = options.on
    ? { url: options.on.databaseUrl, drop: async () => {} }
    : await createDatabase();
  const mediaDirectory = path.join(tmpdir(), `hallway-media-${randomUUID()}`);
  let time = Date.parse('2026-05-14T09:00:00Z');
  const now = () => new Date(time);
  const configWith = (env: NodeJS.ProcessEnv) =>
    testConfig({
      DATABASE_URL: databaseUrl,
      MEDIA_DIR: mediaDirectory,
      ...options.env,
      ...env,
    });
  const { rateLimits } = options;
  const config: Config = {
    ...configWith({}),
    ...(rateLimits && { rateLimits: { ...limitsBy(1), ...rateLimits } }),
  };
  const { limits = PATIENT } = options;
  const db = openDatabase(databaseUrl, { ...config.database, limits });
  const log = options.log ?? pino({ level: 'silent' });
  const replica = openReplica(config, log, limits);
  const queue = new Queue(databaseUrl, log);
  const databaseHealth = new DatabaseHealth({ url: databaseUrl, pool: new PoolWatch(db), log });
  const health = {
    isDatabaseUp: () => databaseHealth.isUp(),
    isDraining: options.isDraining ?? (() => false),
    refusesRequests: options.isOverloaded ?? (() => false),
  };
  const app = createApp({
    config,
    db,
    replica,
    queue,
    log,
    health,
    now,
    address: () => url,
    ...(options.referenceFiles && { referenceFiles: options.referenceFiles }),
    ...(options.consoleFiles && { consoleFiles: options.consoleFiles }),
    demo: options.demo?.(config),
  });
  const conformance = new Conformance(app.endpoints);
  const listener = await listen(conformance.watch(app.server), { ...config, port: 0 });
  const url = `http://127.0.0.1:${listener.port}`;
  const tokens = new TokensService({ ...config.jwt, now });
  const close = async () => {
    await app.services.notificationStreams.close();
    await app.services.adminStreams.close();
    await listener.close(0);
    await app.notifySender.close();
    await app.changeSender.close();
    await app.services.adminAuthentication.close();
    await app.services.profileReads.close();
    await databaseHealth.close();
    await queue.close();
    await app.services.stores.close();
    await app.services.partnerClient?.close();
    await app.services.shareMessages.close();
    await app.services.enrichmentProvider.close();
    await app.services.webhookHttp.close();
    await rm(mediaDirectory, { recursive: true, force: true });
    await replica?.close();
    await closePool(db);
    await drop();
    conformance.assertKept();
  };

  return {
    ...agents({ url, tokens, now }),
    db,
    store: app.store,
    replica,
    services: app.services,
    notifySender: app.notifySender,
    configWith,
    url,
    databaseUrl,
    mediaDirectory,
    endpoints: app.endpoints,
    tokens,
    now,
    advance: (ms) => {
      time += ms;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const testConfig = (env: NodeJS.ProcessEnv): Config =>
  readConfig({
    NODE_ENV: 'test',
    JWT_SECRET,
    ADMIN_API_KEY,
    MESSENGER_BOT_TOKEN: BOT_TOKEN,
    ENCRYPTION_KEY,
    RATE_LIMIT_ENABLED: 'false',
    // Tests change rows without the service; tests of the response cache turn it on.
    KEPT_ANSWERS_BYTES: '0',
    // No line changes its level because the machine is busy.
    LOG_SLOW_MS: '600000',
    // No search is refused because the machine is busy.
    MAX_SEARCH_MS: '5000',
    MAX_SEARCH_WAIT_MS: '60000',
    // The host of examples, which no name server knows.
    WEBHOOK_ALLOWED_HOSTS: 'badges.example.org',
    ...env,
  });

const agents = ({ url, tokens, now }: Pick<TestApi, 'url' | 'tokens' | 'now'>) => ({
  anonymous: () => supertest.agent(url),
  as({ id, messenger_id }: User) {
    const { token } = tokens.issueForUser({ user_id: id, messenger_id: messenger_id as number });
    return supertest.agent(url).auth(token, { type: 'bearer' });
  },
  fromMessenger: (user: LaunchUser) =>
    supertest.agent(url).set('X-Messenger-Auth', signInitData(user, { at: now() })),
  admin: (key = ADMIN_API_KEY) => supertest.agent(url).set('X-API-Key', key),
});
