import { z } from 'zod';
import {
  appUrl,
  encryptionKeys,
  factor,
  flag,
  hostNames,
  httpUrl,
  list,
  oneOf,
  origins,
  partnerUrl,
  postgresUrl,
  secrets,
  webhookSecrets,
  whole,
} from './setting-types.ts';

/** The environment of a process, from which `config.ts` makes its configuration. */
export const Environment = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production']).default('development'),
  ROLE: oneOf(['all', 'api', 'worker']).default('all'),
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535).default(3000),
  MAX_CONNECTIONS: whole(1, 1_000_000).default(10_000),
  MAX_CONNECTIONS_PER_ADDRESS: whole(1, 1_000_000).default(2_000),
  KEPT_ANSWERS_BYTES: whole(0).default(33_554_432),
  PUBLIC_URL: httpUrl.optional(),
  METRICS_PORT: whole(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  COMMIT: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'expected the id of a commit')
    .default('unknown'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  LOG_SLOW_MS: whole(1).default(1_000),

  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: whole(1, 200).default(10),
  DATABASE_PREPARED: flag.default(true),
  DATABASE_READ_LINES: whole(0, 10).default(2),
  MIGRATE_ON_START: flag.default(true),
  MAX_EVENT_LOOP_DELAY_MS: whole(0, 60_000).default(500),
  MAX_POOL_WAIT_MS: whole(0, 60_000).default(1_000),
  MAX_SEARCH_MS: whole(50, 5_000).default(500),
  MAX_SEARCH_WAIT_MS: whole(0, 60_000).default(1_000),

  JWT_SECRET: secrets(32),
  JWT_TTL: whole(60, 86_400).default(3_600),
  ADMIN_JWT_TTL: whole(60, 86_400).default(28_800),
  SESSION_MAX_AGE: whole(60).default(2_592_000),
  GUEST_RETENTION_DAYS: whole(1, 3_650).default(90),
  ADMIN_API_KEY: secrets(24).optional(),
  ENCRYPTION_KEY: encryptionKeys.optional(),

  MESSENGER_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]{20,}$/, 'expected <bot id>:<secret>')
    .optional(),
  MESSENGER_BOT_ID: whole(1).optional(),
  MESSENGER_AUTH_MAX_AGE: whole(1).default(86_400),
  MESSENGER_TRANSPORT: oneOf(['bot', 'log']).optional(),
  MESSENGER_API_ROOT: httpUrl.default('https://api.telegram.org'),
  MESSENGER_APP_URL: appUrl.optional(),
  MESSENGER_WEBHOOK_SECRET: webhookSecrets.optional(),
  MESSENGER_UPDATES: oneOf(['webhook', 'poll']).default('webhook'),
  MESSENGER_RATE: whole(1, 10_000).default(25),
  MESSENGER_RETRY_DELAY_MS: whole(1, 60_000).default(1_000),
  MESSENGER_CHANGE_WAIT: whole(0, 600).default(60),
  JOB_MAX_LATENESS: whole(60).default(21_600),

  RATE_LIMIT_ENABLED: flag.default(true),
  RATE_LIMIT_FACTOR: factor.default(1),
  TRUST_PROXY: z
    .union(
      [whole(0, 16), list.pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])))],
      'expected a number of proxies from 0 to 16, or a list of IP addresses and networks',
    )
    .default(0),
  CORS_ORIGINS: origins.optional(),
  DRAIN_DELAY: whole(0, 15).optional(),

  EXTCAL_FEED_URL: z
    .url({ protocol: /^(https?|webcal)$/, error: 'expected an http, https or webcal URL' })
    .optional(),
  EXTCAL_ALLOW_PRIVATE: flag.default(false),
  SOURCE_ALLOWED_HOSTS: list
    .pipe(z.array(z.string().regex(/^[a-z0-9.-]+$/, 'expected host names in lower case')))
    .default([]),

  WEBHOOK_ALLOWED_HOSTS: hostNames,

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
  PARTNERA_EXPLORER_HOSTS: hostNames,
  PARTNERA_SANDBOX: flag.default(false),
});

/** The names of all settings, which a test compares with `.env.example`. */
export const SETTINGS: readonly string[] = Object.keys(Environment.shape);

export type Settings = z.infer<typeof Environment>;

/** Variables of a platform that are close to a setting. */
const OTHERS = new Set(['PATH', 'HOME', 'USER', 'TERM', 'HOSTNAME', 'NODE_OPTIONS', 'NODE_PATH']);
/** A shorter name may be one letter off only: many short names are alike. */
const LONG = 8;

/** What the service ignores though someone set it, one sentence each, without values. */
export function settingWarnings(env: NodeJS.ProcessEnv): string[] {
  const names = Object.keys(env).filter((name) => env[name]);
  return [
    ...names.flatMap((name) => {
      const setting = settingLike(name);
      return setting ? [`${name} is no setting and has no effect: did you mean ${setting}?`] : [];
    }),
    ...(env.TZ && !isTimeZone(env.TZ)
      ? ['TZ: expected an IANA time zone such as Europe/Berlin; Node.js may count in UTC instead']
      : []),
  ];
}

/** The setting whose name is at most two letters off. */
function settingLike(name: string): string | undefined {
  if (SETTINGS.includes(name) || OTHERS.has(name)) return undefined;
  const most = name.length < LONG ? 1 : 2;
  const [closest] = SETTINGS.filter((setting) => Math.abs(setting.length - name.length) <= most)
    .map((setting) => ({ setting, letters: distance(name.toUpperCase(), setting) }))
    .filter(({ letters }) => letters <= most)
    .sort((one, other) => one.letters - other.letters);
  return closest?.setting;
}

/** Letters to insert, delete, replace or swap with the next, as Damerau and Levenshtein count. */
function distance(one: string, other: string): number {
  let older: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isEqual = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isEqual ? 0 : 1),
        isSwapped ? (older[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [older, last] = [last, current];
  }
  return last[other.length] ?? 0;
}

/** `:Europe/Berlin` and a path to it mean the same to the system. */
function isTimeZone(text: string): boolean {
  try {
    return Boolean(
      new Intl.DateTimeFormat('en', { timeZone: text.replace(/^:?(.*\/zoneinfo\/)?/, '') }),
    );
  } catch {
    return false;
  }
}
