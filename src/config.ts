import { z } from 'zod';
import { rateLimitsFrom } from './lib/rate-limit-settings.ts';
import { encryptionSecretsFrom, hashSecretsFrom, signingSecretsFrom } from './lib/secret-lists.ts';
import { conflictingSettings } from './lib/setting-conflicts.ts';
import {
  encryptionKeys,
  flag,
  hasProxy,
  httpUrl,
  invalidSettings,
  list,
  oneOf,
  partnerUrl,
  postgresUrl,
  secrets,
  whole,
  withoutTrailingSlashes,
} from './lib/setting-types.ts';

const Environment = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production']).default('development'),
  ROLE: oneOf(['all', 'api', 'worker']).default('all'),
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535).default(3000),
  MAX_CONNECTIONS: whole(1, 1_000_000).default(10_000),
  MAX_CONNECTIONS_PER_ADDRESS: whole(1, 1_000_000).default(2_000),
  KEPT_ANSWERS_BYTES: whole(0).default(33_554_432),
  PUBLIC_URL: httpUrl.optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  LOG_SLOW_MS: whole(1).default(1_000),

  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: whole(1, 200).default(10),
  DATABASE_PREPARED: flag.default(true),
  DATABASE_READ_LINES: whole(0, 10).default(2),
  MIGRATE_ON_START: flag.default(true),
  MAX_EVENT_LOOP_DELAY_MS: whole(0, 60_000).default(500),
  MAX_POOL_WAIT_MS: whole(0, 60_000).default(1_000),

  JWT_SECRET: secrets(32),
  JWT_TTL: whole(60, 86_400).default(3_600),
  ADMIN_JWT_TTL: whole(60, 86_400).default(28_800),
  SESSION_MAX_AGE: whole(60).default(2_592_000),
  ADMIN_API_KEY: secrets(24),
  ENCRYPTION_KEY: encryptionKeys.optional(),

  MESSENGER_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]{20,}$/, 'expected <bot id>:<secret>')
    .optional(),
  MESSENGER_BOT_ID: whole(1).optional(),
  MESSENGER_AUTH_MAX_AGE: whole(1).default(86_400),
  MESSENGER_TRANSPORT: oneOf(['bot', 'log']).optional(),
  MESSENGER_API_ROOT: httpUrl.default('https://api.telegram.org'),
  MESSENGER_APP_URL: httpUrl.optional(),
  MESSENGER_RATE: whole(1, 10_000).default(25),
  MESSENGER_RETRY_DELAY_MS: whole(1, 60_000).default(1_000),
  JOB_MAX_LATENESS: whole(60).default(21_600),

  RATE_LIMIT_ENABLED: flag.default(true),
  RATE_LIMIT_LOGIN_FAILURES: whole(1).default(10),
  RATE_LIMIT_LOGINS_PER_PERSON: whole(1).default(30),
  RATE_LIMIT_LOGINS_PER_ADDRESS: whole(1).default(1_000),
  RATE_LIMIT_MESSENGER_AUTH: whole(1).default(300),
  RATE_LIMIT_ADMIN_KEY_FAILURES: whole(1).default(20),
  RATE_LIMIT_ADMIN_KEY: whole(1).default(3_000),
  RATE_LIMIT_PEOPLE_READS_PER_PERSON: whole(1).default(120),
  RATE_LIMIT_PEOPLE_READS_PER_ADDRESS: whole(1).default(600),
  RATE_LIMIT_PUBLIC_READS: whole(1).default(3_000),
  RATE_LIMIT_UPLOADS: whole(1).default(30),
  RATE_LIMIT_DECODED_MEGAPIXELS: whole(1, 1_000_000).default(300),
  RATE_LIMIT_FEEDBACK_PER_PERSON: whole(1).default(5),
  RATE_LIMIT_FEEDBACK_PER_ADDRESS: whole(1).default(300),
  RATE_LIMIT_QUEST_CALLS_PER_PERSON: whole(1).default(10),
  RATE_LIMIT_QUEST_CALLS_PER_ADDRESS: whole(1).default(600),
  RATE_LIMIT_SIGNED_QUEST_CALLS: whole(1).default(1_200),
  RATE_LIMIT_WRONG_SIGNATURES: whole(1).default(60),
  TRUST_PROXY: z
    .union(
      [whole(0, 16), list.pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])))],
      'expected a number of proxies from 0 to 16, or a list of IP addresses and networks',
    )
    .default(0),
  CORS_ORIGINS: list.optional(),
  DRAIN_DELAY: whole(0, 15).optional(),

  EXTCAL_FEED_URL: z
    .url({ protocol: /^(https?|webcal)$/, error: 'expected an http, https or webcal URL' })
    .optional(),
  EXTCAL_ALLOW_PRIVATE: flag.default(false),

  ENRICHMENT_API_URL: httpUrl.optional(),
  ENRICHMENT_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'expected visible ASCII characters')
    .optional(),
  ENRICHMENT_API_MODEL: z.string().max(200).optional(),
  ENRICHMENT_TIMEOUT: whole(1, 50).default(30),
  ENRICHMENT_RATE: whole(1, 100_000).default(60),

  MEDIA_DIR: z.string().optional(),
  MEDIA_STORE: oneOf(['local', 'objstore']).default('local'),
  MEDIA_QUOTA_FILES: whole(1).default(200),
  MEDIA_QUOTA_BYTES: whole(1).default(2_147_483_648),
  MEDIA_QUOTA_VIDEOS_PER_DAY: whole(0).default(20),
  OBJSTORE_ENDPOINT: httpUrl.optional(),
  OBJSTORE_REGION: z.string().optional(),
  OBJSTORE_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'expected the name of a bucket')
    .optional(),
  OBJSTORE_ACCESS_KEY_ID: z.string().optional(),
  OBJSTORE_SECRET_ACCESS_KEY: z.string().optional(),
  OBJSTORE_PUBLIC_URL: httpUrl.optional(),

  PARTNERA_BASE_URL: partnerUrl.optional(),
  PARTNERA_API_KEY: z.string().min(16, 'expected at least 16 characters').optional(),
  PARTNERA_TIMEOUT_MS: whole(1, 5_000).default(5_000),
  PARTNERA_PHONE_PREFIXES: list
    .pipe(z.array(z.string().regex(/^\+[1-9]\d{0,6}$/, 'expected prefixes such as +49')))
    .default([]),
  PARTNERA_CODES_PER_HOUR: whole(1).default(500),
  PARTNERA_EXPLORER_HOSTS: list
    .pipe(z.array(z.string().regex(/^[a-z0-9.-]+$/, 'expected host names in lower case')))
    .default([]),
  PARTNERA_SANDBOX: flag.default(false),
});

/** The names of all settings, which a test compares with `.env.example`. */
export const SETTINGS: readonly string[] = Object.keys(Environment.shape);

type Settings = z.infer<typeof Environment>;

export type Config = ReturnType<typeof configFrom>;

/**
 * Validates the environment. No other code reads `process.env`. An empty variable counts as not set.
 * @throws Error with every problem in one message
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = Environment.safeParse(given);
  const problems = [...invalidSettings(result.error, given), ...conflictingSettings(given)];
  if (!result.success || problems.length > 0) {
    throw new Error(`Configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }

  return configFrom(result.data);
}

function configFrom(data: Settings) {
  const production = data.NODE_ENV === 'production';
  return {
    production,
    role: data.ROLE,
    host: data.HOST,
    port: data.PORT,
    maxConnections: data.MAX_CONNECTIONS,
    /** Undefined behind a proxy, whose address all connections have. */
    maxConnectionsPerAddress: hasProxy(data.TRUST_PROXY)
      ? undefined
      : data.MAX_CONNECTIONS_PER_ADDRESS,
    /** 0 keeps no answers. */
    keptAnswersBytes: data.KEPT_ANSWERS_BYTES,
    publicUrl: data.PUBLIC_URL && withoutTrailingSlashes(data.PUBLIC_URL),
    logLevel: data.LOG_LEVEL,
    logSlowMs: data.LOG_SLOW_MS,
    database: {
      url: data.DATABASE_URL,
      directUrl: data.DATABASE_DIRECT_URL ?? data.DATABASE_URL,
      poolSize: data.DATABASE_POOL_SIZE,
      prepared: data.DATABASE_PREPARED,
      readLines: data.DATABASE_READ_LINES,
      migrateOnStart: data.MIGRATE_ON_START,
    },
    /** 0 refuses no request. */
    overload: {
      maxLoopDelayMs: data.MAX_EVENT_LOOP_DELAY_MS,
      maxPoolWaitMs: data.MAX_POOL_WAIT_MS,
    },
    jwt: {
      secrets: data.JWT_SECRET,
      ttlSeconds: data.JWT_TTL,
      adminTtlSeconds: data.ADMIN_JWT_TTL,
    },
    sessionMaxAgeSeconds: data.SESSION_MAX_AGE,
    adminApiKeys: data.ADMIN_API_KEY,
    /** The first one signs tickets, all of them verify: JWT_SECRET was the only one in earlier versions. */
    ticketSecrets: signingSecretsFrom(data),
    hashSecrets: hashSecretsFrom(data),
    /** The first one encrypts, all of them decrypt. */
    encryptionSecrets: encryptionSecretsFrom(data),
    messenger: messengerFrom(data, production),
    maxLatenessMs: 1_000 * data.JOB_MAX_LATENESS,
    /** Requests per minute, feedback per 10 minutes; or false when rate limits are disabled. */
    rateLimits: data.RATE_LIMIT_ENABLED && rateLimitsFrom(data),
    trustProxy: data.TRUST_PROXY,
    /** `*` allows any origin without cookies, for development only. */
    corsOrigins: data.CORS_ORIGINS ?? (production ? [] : ['*']),
    drainDelayMs: 1_000 * (data.DRAIN_DELAY ?? (production ? 5 : 0)),
    calendars: {
      feedUrl: data.EXTCAL_FEED_URL,
      allowPrivate: data.EXTCAL_ALLOW_PRIVATE,
    },
    enrichment: enrichmentFrom(data),
    media: mediaFrom(data),
    partner: partnerFrom(data),
  } as const;
}

const partnerFrom = ({
  PARTNERA_BASE_URL: baseUrl,
  PARTNERA_API_KEY: apiKey,
  PARTNERA_TIMEOUT_MS: timeoutMs,
  PARTNERA_SANDBOX: isSandbox,
  ...data
}: Settings) =>
  ({
    /** Undefined: the partner is not configured. */
    api:
      baseUrl && apiKey
        ? { baseUrl: withoutTrailingSlashes(baseUrl), apiKey, timeoutMs, isSandbox }
        : undefined,
    phonePrefixes: data.PARTNERA_PHONE_PREFIXES,
    codesPerHour: data.PARTNERA_CODES_PER_HOUR,
    explorerHosts: data.PARTNERA_EXPLORER_HOSTS,
    /** They are rules of the product: off only in the sandbox, with rate limits disabled. */
    hasCodeLimits: data.RATE_LIMIT_ENABLED || !isSandbox,
  }) as const;

const enrichmentFrom = (data: Settings) =>
  ({
    /** Undefined: the local provider works. */
    chat:
      data.ENRICHMENT_API_URL && data.ENRICHMENT_API_MODEL
        ? {
            baseUrl: withoutTrailingSlashes(data.ENRICHMENT_API_URL),
            apiKey: data.ENRICHMENT_API_KEY,
            model: data.ENRICHMENT_API_MODEL,
            timeoutMs: 1_000 * data.ENRICHMENT_TIMEOUT,
          }
        : undefined,
    /** Calls per minute, of all processes together. */
    callsPerMinute: data.ENRICHMENT_RATE,
  }) as const;

const mediaFrom = (data: Settings) =>
  ({
    /** Undefined: uploads are not configured. */
    directory: data.MEDIA_DIR,
    /** The store of the endpoints without `objstore` in their path. */
    store: data.MEDIA_STORE,
    /** Of each user. */
    quota: {
      files: data.MEDIA_QUOTA_FILES,
      bytes: data.MEDIA_QUOTA_BYTES,
      videosPerDay: data.MEDIA_QUOTA_VIDEOS_PER_DAY,
    },
    /** Undefined when no object store is configured. */
    objects: objectStoreFrom(data),
    /** Where clients read public objects; undefined when the service serves them. */
    objectsPublicUrl: data.OBJSTORE_PUBLIC_URL && withoutTrailingSlashes(data.OBJSTORE_PUBLIC_URL),
    /** The first one signs the URLs of private media, all of them verify. */
    urlSecrets: signingSecretsFrom(data),
  }) as const;

function objectStoreFrom({
  OBJSTORE_ENDPOINT: endpoint,
  OBJSTORE_REGION: region,
  OBJSTORE_BUCKET: bucket,
  OBJSTORE_ACCESS_KEY_ID: accessKeyId,
  OBJSTORE_SECRET_ACCESS_KEY: secretAccessKey,
}: Settings) {
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}

const messengerFrom = (data: Settings, production: boolean) =>
  ({
    botToken: data.MESSENGER_BOT_TOKEN,
    botId: data.MESSENGER_BOT_ID,
    authMaxAgeSeconds: data.MESSENGER_AUTH_MAX_AGE,
    transport: transportFrom(data, production),
    apiRoot: withoutTrailingSlashes(data.MESSENGER_API_ROOT),
    /** Undefined: no answer has a link into the mini app. */
    appUrl: data.MESSENGER_APP_URL,
    messagesPerSecond: data.MESSENGER_RATE,
    retryDelayMs: data.MESSENGER_RETRY_DELAY_MS,
  }) as const;

/**
 * `none` in production unless a bot can send: the log would show message texts, and they would count
 * as sent.
 */
function transportFrom(data: Settings, production: boolean): 'bot' | 'log' | 'none' {
  if (!production) return data.MESSENGER_TRANSPORT ?? 'log';
  return data.MESSENGER_BOT_TOKEN && data.MESSENGER_TRANSPORT !== 'log' ? 'bot' : 'none';
}
