import { limitsBy } from './lib/rate-limit-policies.ts';
import { conflictingSettings } from './lib/setting-conflicts.ts';
import { hasProxy, invalidSettings, withoutTrailingSlashes } from './lib/setting-types.ts';
import { Environment, type Settings } from './lib/settings.ts';

/** The settings that hold secrets with which values are signed, hashed or encrypted. */
interface SecretSettings {
  readonly ENCRYPTION_KEY?: readonly string[] | undefined;
  readonly MESSENGER_BOT_TOKEN?: string | undefined;
  readonly JWT_SECRET: readonly string[];
}

/** The first one signs, all of them verify. */
const signingSecretsFrom = ({ ENCRYPTION_KEY = [], JWT_SECRET }: SecretSettings): string[] => [
  ...ENCRYPTION_KEY,
  ...JWT_SECRET,
];

/** Without ENCRYPTION_KEY, which production requires, JWT_SECRET encrypts. */
function encryptionSecretsFrom(data: SecretSettings): [string, ...string[]] {
  const [first = '', ...others] = signingSecretsFrom(data);
  return [first, ...others];
}

/**
 * The secrets of the hashes of messenger ids: the first one hashes, and a lookup uses each of them.
 * Without ENCRYPTION_KEY, the bot token hashes, or else the text of JWT_SECRET. A lookup still
 * finds older hashes after ENCRYPTION_KEY is set, or JWT_SECRET has another item.
 */
function hashSecretsFrom(data: SecretSettings): [string, ...string[]] {
  const { ENCRYPTION_KEY = [], MESSENGER_BOT_TOKEN = [], JWT_SECRET } = data;
  const older = [MESSENGER_BOT_TOKEN, JWT_SECRET.join(), JWT_SECRET].flat();
  const [first = JWT_SECRET.join(), ...others] = new Set([...ENCRYPTION_KEY, ...older]);
  return [first, ...others];
}

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
    /** 0 caches no answers. */
    responseCacheBytes: data.KEPT_ANSWERS_BYTES,
    publicUrl: data.PUBLIC_URL && withoutTrailingSlashes(data.PUBLIC_URL),
    /** Undefined: no metrics. */
    metrics:
      data.METRICS_PORT === undefined
        ? undefined
        : { port: data.METRICS_PORT, host: data.METRICS_HOST },
    /** The commit that was built, for the metrics. */
    commit: data.COMMIT,
    logLevel: data.LOG_LEVEL,
    logSlowMs: data.LOG_SLOW_MS,
    database: {
      url: data.DATABASE_URL,
      directUrl: data.DATABASE_DIRECT_URL ?? data.DATABASE_URL,
      /** A replica for reads that may lag. */
      readUrl: data.DATABASE_READ_URL,
      poolSize: data.DATABASE_POOL_SIZE,
      prepared: data.DATABASE_PREPARED,
      pipelinedConnections: data.DATABASE_READ_LINES,
      migrateOnStart: data.MIGRATE_ON_START,
    },
    /** 0 refuses no request. */
    overload: {
      maxLoopDelayMs: data.MAX_EVENT_LOOP_DELAY_MS,
      maxPoolWaitMs: data.MAX_POOL_WAIT_MS,
    },
    searches: {
      /** The timeout of each statement. */
      maxMs: data.MAX_SEARCH_MS,
      maxWaitMs: data.MAX_SEARCH_WAIT_MS,
    },
    jwt: {
      secrets: data.JWT_SECRET,
      ttlSeconds: data.JWT_TTL,
      adminTtlSeconds: data.ADMIN_JWT_TTL,
    },
    /** For how long names of unclaimed guests are kept after their conference. */
    guestRetentionDays: data.GUEST_RETENTION_DAYS,
    sessionMaxAgeSeconds: data.SESSION_MAX_AGE,
    /** None if stored keys alone open the administrators' endpoints. */
    adminApiKeys: data.ADMIN_API_KEY ?? [],
    /** The first one signs tickets, all of them verify: JWT_SECRET was the only one in earlier versions. */
    ticketSecrets: signingSecretsFrom(data),
    hashSecrets: hashSecretsFrom(data),
    /** The first one encrypts, all of them decrypt. */
    encryptionSecrets: encryptionSecretsFrom(data),
    messenger: messengerFrom(data, production),
    maxLatenessMs: 1_000 * data.JOB_MAX_LATENESS,
    /** By policy; or false when rate limits are disabled. */
    rateLimits: data.RATE_LIMIT_ENABLED && limitsBy(data.RATE_LIMIT_FACTOR),
    trustProxy: data.TRUST_PROXY,
    /** `*` allows any origin without cookies, for development only. */
    corsOrigins: data.CORS_ORIGINS ?? (production ? [] : ['*']),
    drainDelayMs: 1_000 * (data.DRAIN_DELAY ?? (production ? 5 : 0)),
    calendars: {
      feedUrl: data.EXTCAL_FEED_URL,
      allowPrivate: data.EXTCAL_ALLOW_PRIVATE,
    },
    webhooks: {
      /** Host names that may have private addresses and http. */
      allowedHosts: data.WEBHOOK_ALLOWED_HOSTS,
    },
    sources: {
      /** Hosts whose addresses may be private. */
      allowedHosts: data.SOURCE_ALLOWED_HOSTS,
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
    /**
     * The limits of codes are rules of the product: off only in the sandbox, with rate limits
     * disabled.
     */
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
    /** The quota of each user. */
    quota: {
      files: data.MEDIA_QUOTA_FILES,
      bytes: data.MEDIA_QUOTA_BYTES,
      videosPerDay: data.MEDIA_QUOTA_VIDEOS_PER_DAY,
    },
    /** Undefined when no object store is configured. */
    objects: objectStoreFrom(data),
    /**
     * The origin from which clients read public objects; undefined when the service serves them.
     */
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
    /** The first one is given to the messenger; each of them proves that an update is from it. */
    webhookSecrets: data.MESSENGER_WEBHOOK_SECRET ?? [],
    /** How the updates of the bot arrive. */
    updates: data.MESSENGER_UPDATES,
    authMaxAgeSeconds: data.MESSENGER_AUTH_MAX_AGE,
    transport: transportFrom(data, production),
    apiRoot: withoutTrailingSlashes(data.MESSENGER_API_ROOT),
    /** Undefined: no answer has a link into the mini app. */
    appUrl: data.MESSENGER_APP_URL,
    messagesPerSecond: data.MESSENGER_RATE,
    retryDelayMs: data.MESSENGER_RETRY_DELAY_MS,
    /** The time for which the message of a change, and the edit of earlier ones, wait for further changes. */
    changeWaitMs: data.MESSENGER_CHANGE_WAIT * 1_000,
  }) as const;

/**
 * `none` in production unless a bot can send: the log would show message texts, and they would count
 * as sent.
 */
function transportFrom(data: Settings, production: boolean): 'bot' | 'log' | 'none' {
  if (!production) return data.MESSENGER_TRANSPORT ?? 'log';
  return data.MESSENGER_BOT_TOKEN && data.MESSENGER_TRANSPORT !== 'log' ? 'bot' : 'none';
}
