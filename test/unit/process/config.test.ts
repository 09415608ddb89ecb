import { readFileSync } from 'node:fs';
import { readConfig } from '../../../src/config.ts';
import { SETTINGS } from '../../../src/lib/settings.ts';

const SECRET = 'a-secret-of-the-tests-of-the-configuration';
const OTHER = 'another-secret-of-the-same-tests-0123456789';
const KEY_32 = Buffer.from('an encryption key of these tests').toString('base64');
const OTHER_KEY_32 = Buffer.from('the other encryption key of them').toString('base64');
const ENOUGH = {
  DATABASE_URL: 'postgres://hallway@127.0.0.1/hallway',
  JWT_SECRET: SECRET,
  ADMIN_API_KEY: 'the-admin-key-of-these-tests',
  MESSENGER_BOT_TOKEN: '7000000001:AAtestTESTtestTESTtestTESTtestTESTt',
};

const OBJECT_STORE = {
  OBJSTORE_ENDPOINT: 'https://s3.hallway.example',
  OBJSTORE_REGION: 'eu-central-1',
  OBJSTORE_BUCKET: 'hallway-media',
  OBJSTORE_ACCESS_KEY_ID: 'the id of the key',
  OBJSTORE_SECRET_ACCESS_KEY: 'the-secret-of-the-object-store',
};

const PRODUCTION = { ...ENOUGH, NODE_ENV: 'production', ENCRYPTION_KEY: KEY_32 };

/** The lines below the heading of the thrown message. */
function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env);
  } catch (error) {
    const [heading, ...lines] = (error as Error).message.split('\n');
    expect(heading).toBe('Configuration:');
    return lines.map((line) => line.trim());
  }
  throw new Error('the configuration was accepted');
}

describe('readConfig', () => {
  it('requires four settings and has defaults for the others', () => {
    expect(readConfig(ENOUGH)).toMatchObject({
      production: false,
      role: 'all',
      host: '127.0.0.1',
      port: 3_000,
      maxConnections: 10_000,
      maxConnectionsPerAddress: 2_000,
      publicUrl: undefined,
      metrics: undefined,
      commit: 'unknown',
      logLevel: 'info',
      logSlowMs: 1_000,
      database: {
        url: ENOUGH.DATABASE_URL,
        directUrl: ENOUGH.DATABASE_URL,
        readUrl: undefined,
        poolSize: 10,
        prepared: true,
        pipelinedConnections: 2,
        migrateOnStart: true,
      },
      overload: { maxLoopDelayMs: 500, maxPoolWaitMs: 1_000 },
      searches: { maxMs: 500, maxWaitMs: 1_000 },
      jwt: { secrets: [SECRET], ttlSeconds: 3_600, adminTtlSeconds: 28_800 },
      adminApiKeys: [ENOUGH.ADMIN_API_KEY],
      ticketSecrets: [SECRET],
      hashSecrets: [ENOUGH.MESSENGER_BOT_TOKEN, SECRET],
      messenger: {
        botToken: ENOUGH.MESSENGER_BOT_TOKEN,
        botId: undefined,
        authMaxAgeSeconds: 86_400,
      },
      rateLimits: {
        'login-failures': 10,
        'logins-per-person': 30,
        'messenger-auth': 300,
        'admin-key-failures': 20,
        'admin-sign-ins': 10,
        'admin-key': 3_000,
        'people-reads-per-person': 120,
        'people-reads-per-address': 600,
        'public-reads': 3_000,
        'feedback-per-person': 5,
        'feedback-per-address': 300,
      },
      trustProxy: 0,
      corsOrigins: ['*'],
      drainDelayMs: 0,
      calendars: { feedUrl: undefined, allowPrivate: false },
      sources: { allowedHosts: [] },
      media: {
        directory: undefined,
        store: 'local',
        objects: undefined,
        objectsPublicUrl: undefined,
        urlSecrets: [SECRET],
      },
    });
  });

  it('treats an empty setting as not set', () => {
    const emptied = Object.fromEntries(SETTINGS.map((name) => [name, '']));

    expect(readConfig({ ...emptied, ...ENOUGH })).toEqual(readConfig(ENOUGH));
  });

  it.each([
    [{ RATE_LIMIT_ENABLED: 'false' }, { rateLimits: false }],
    [
      { RATE_LIMIT_FACTOR: '2.5' },
      { rateLimits: { 'login-failures': 25, pages: 15_000, 'decoded-kilopixels': 750_000 } },
    ],
    [{ RATE_LIMIT_FACTOR: '0.01' }, { rateLimits: { 'login-failures': 1, pages: 60 } }],
    [{ PUBLIC_URL: 'https://hallway.example//' }, { publicUrl: 'https://hallway.example' }],
    [
      {
        PARTNERA_BASE_URL: 'https://partner.example/api/',
        PARTNERA_API_KEY: 'a-key-of-the-partner',
        PARTNERA_PHONE_PREFIXES: '+49, +31',
        RATE_LIMIT_ENABLED: 'false',
      },
      {
        partner: {
          api: {
            baseUrl: 'https://partner.example/api',
            apiKey: 'a-key-of-the-partner',
            timeoutMs: 5_000,
            isSandbox: false,
          },
          phonePrefixes: ['+49', '+31'],
          codesPerHour: 500,
          explorerHosts: [],
          hasCodeLimits: true,
        },
      },
    ],
    [{ PARTNERA_BASE_URL: '' }, { partner: { api: undefined } }],
    [{ JWT_SECRET: ` ${SECRET} , ${OTHER},` }, { jwt: { secrets: [SECRET, OTHER] } }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2, maxConnectionsPerAddress: undefined }],
    [
      { TRUST_PROXY: '10.0.0.0/8, ::1', MAX_CONNECTIONS_PER_ADDRESS: '5' },
      { trustProxy: ['10.0.0.0/8', '::1'], maxConnectionsPerAddress: undefined },
    ],
    [{ TRUST_PROXY: '0', MAX_CONNECTIONS_PER_ADDRESS: '5' }, { maxConnectionsPerAddress: 5 }],
    [
      { CORS_ORIGINS: 'https://a.example,https://b.example' },
      { corsOrigins: ['https://a.example', 'https://b.example'] },
    ],
    [{ METRICS_PORT: '9464' }, { metrics: { port: 9_464, host: '127.0.0.1' } }],
    [{ METRICS_PORT: '0', METRICS_HOST: '::1' }, { metrics: { port: 0, host: '::1' } }],
    [
      { SOURCE_ALLOWED_HOSTS: 'talks.local, 10.0.0.7' },
      { sources: { allowedHosts: ['talks.local', '10.0.0.7'] } },
    ],
    [{ COMMIT: '03f2711e' }, { commit: '03f2711e' }],
    [{ DRAIN_DELAY: '3' }, { drainDelayMs: 3_000 }],
    [
      { MESSENGER_BOT_ID: '7', MESSENGER_BOT_TOKEN: '' },
      { messenger: { botId: 7, botToken: undefined }, hashSecrets: [SECRET] },
    ],
    [
      { ENCRYPTION_KEY: `${KEY_32}, ${OTHER_KEY_32}`, JWT_SECRET: `${SECRET},${OTHER}` },
      {
        ticketSecrets: [KEY_32, OTHER_KEY_32, SECRET, OTHER],
        hashSecrets: [
          KEY_32,
          OTHER_KEY_32,
          ENOUGH.MESSENGER_BOT_TOKEN,
          `${SECRET},${OTHER}`,
          SECRET,
          OTHER,
        ],
      },
    ],
    [
      { JWT_SECRET: `${SECRET},${OTHER}`, MESSENGER_BOT_ID: '7', MESSENGER_BOT_TOKEN: '' },
      { hashSecrets: [`${SECRET},${OTHER}`, SECRET, OTHER] },
    ],
    [{ SESSION_MAX_AGE: '86400' }, { sessionMaxAgeSeconds: 86_400 }],
    [{ GUEST_RETENTION_DAYS: '30' }, { guestRetentionDays: 30 }],
    [{ MEDIA_DIR: '/srv/media' }, { media: { directory: '/srv/media', store: 'local' } }],
    [
      {
        ...OBJECT_STORE,
        MEDIA_STORE: 'objstore',
        OBJSTORE_PUBLIC_URL: 'https://media.hallway.example/',
        ENCRYPTION_KEY: KEY_32,
      },
      {
        media: {
          store: 'objstore',
          objects: {
            endpoint: 'https://s3.hallway.example',
            region: 'eu-central-1',
            bucket: 'hallway-media',
            accessKeyId: 'the id of the key',
            secretAccessKey: 'the-secret-of-the-object-store',
          },
          objectsPublicUrl: 'https://media.hallway.example',
          urlSecrets: [KEY_32, SECRET],
        },
      },
    ],
    [{}, { enrichment: { chat: undefined, callsPerMinute: 60 } }],
    [
      {
        ENRICHMENT_API_URL: 'http://127.0.0.1:11434/v1/',
        ENRICHMENT_API_MODEL: 'small',
        ENRICHMENT_RATE: '5',
      },
      {
        enrichment: {
          chat: {
            baseUrl: 'http://127.0.0.1:11434/v1',
            apiKey: undefined,
            model: 'small',
            timeoutMs: 30_000,
          },
          callsPerMinute: 5,
        },
      },
    ],
  ])('reads %j', (env, expected) => {
    expect(readConfig({ ...ENOUGH, ...env })).toMatchObject(expected);
  });

  it.each(['https://t.me/hallway_bot', 'https://t.me/hallway_bot/app'])(
    'reads %s as the address of the mini app',
    (appUrl) => {
      const config = readConfig({ ...ENOUGH, MESSENGER_APP_URL: appUrl });
      expect(config.messenger.appUrl).toBe(appUrl);
    },
  );

  it.each([
    'http://t.me/hallway_bot',
    'https://t.me/',
    'https://t.me/hallway_bot/',
    'https://t.me/hallway_bot/app/',
    'https://t.me/hallway_bot/app/more',
    'https://t.me/hallway_bot/app?startapp=q_1',
    'https://t.me/hallway_bot#app',
    'https://t.me@hallway.example/app',
    'https://t.me.hallway.example/hallway_bot',
    'https://telegram.me/hallway_bot',
    'tg://resolve?domain=hallway_bot',
    'https://t.me/hallway_bot/app\n',
    'https://t.me/bot',
  ])('refuses %j as the address of the mini app', (appUrl) => {
    expect(problemsOf({ ...ENOUGH, MESSENGER_APP_URL: appUrl })).toEqual([
      'MESSENGER_APP_URL: expected https://t.me/<bot> or https://t.me/<bot>/<app>',
    ]);
  });

  it('reports every problem in one message', () => {
    const problems = problemsOf({
      ...ENOUGH,
      NODE_ENV: 'staging',
      PORT: '65536',
      DATABASE_URL: 'mysql://127.0.0.1/hallway',
      JWT_SECRET: 'short',
      JWT_TTL: '1h',
      ADMIN_API_KEY: ',',
      ENCRYPTION_KEY: 'c2hvcnQ=',
      MESSENGER_BOT_TOKEN: 'no token',
      MESSENGER_APP_URL: 'https://hallway.example/app',
      MESSENGER_WEBHOOK_SECRET: 'too short with spaces',
      MESSENGER_UPDATES: 'both',
      MESSENGER_RATE: '0',
      MESSENGER_CHANGE_WAIT: '601',
      RATE_LIMIT_ENABLED: 'no',
      TRUST_PROXY: 'all',
      EXTCAL_FEED_URL: 'ftp://example.org/feed',
    });

    expect(problems).toEqual([
      'NODE_ENV: expected one of development, test, production',
      'PORT: expected a whole number from 0 to 65535',
      'DATABASE_URL: expected a postgres URL',
      'JWT_SECRET: expected secrets of at least 32 characters',
      'JWT_TTL: expected a whole number from 60 to 86400',
      'ADMIN_API_KEY: expected secrets of at least 24 characters',
      'ENCRYPTION_KEY: expected keys of 32 bytes in base64',
      'MESSENGER_BOT_TOKEN: expected <bot id>:<secret>',
      'MESSENGER_APP_URL: expected https://t.me/<bot> or https://t.me/<bot>/<app>',
      'MESSENGER_WEBHOOK_SECRET: expected secrets of 24 to 256 letters, digits, _ and -',
      'MESSENGER_UPDATES: expected one of webhook, poll',
      'MESSENGER_RATE: expected a whole number from 1 to 10000',
      'MESSENGER_CHANGE_WAIT: expected a whole number from 0 to 600',
      'RATE_LIMIT_ENABLED: expected one of true, false',
      'TRUST_PROXY: expected a number of proxies from 0 to 16, or a list of IP addresses and networks',
      'EXTCAL_FEED_URL: expected an http, https or webcal URL',
    ]);
  });

  it.each(['RATE_LIMIT_LOGIN_FAILURES', 'RATE_LIMIT_ADMIN_KEY', 'RATE_LIMIT_PAGE'])(
    'refuses %s and names the setting for it',
    (name) => {
      expect(problemsOf({ ...ENOUGH, [name]: '20' })).toEqual([
        `${name}: no longer a setting; RATE_LIMIT_FACTOR multiplies every limit`,
      ]);
      expect(() => readConfig({ ...ENOUGH, [name]: '' })).not.toThrow();
    },
  );

  it.each(['0', '-1', '0.001', '1001', '1e3', 'double'])('refuses a factor of %s', (factor) => {
    expect(problemsOf({ ...ENOUGH, RATE_LIMIT_FACTOR: factor })).toEqual([
      'RATE_LIMIT_FACTOR: expected a number from 0.01 to 1000',
    ]);
  });

  it.each(Object.keys(OBJECT_STORE))('requires %s with the others of the object store', (name) => {
    const [other] = Object.keys(OBJECT_STORE).filter((one) => one !== name);

    expect(problemsOf({ ...ENOUGH, ...OBJECT_STORE, [name]: '' })).toEqual([
      `${name}: required with ${other}`,
    ]);
  });

  it.each([
    [{ MEDIA_STORE: 'objstore' }, 'MEDIA_STORE=objstore'],
    [{ OBJSTORE_PUBLIC_URL: 'https://media.hallway.example' }, 'OBJSTORE_PUBLIC_URL'],
  ])('requires an object store with %j', (env, reason) => {
    expect(problemsOf({ ...ENOUGH, ...env })).toEqual(
      Object.keys(OBJECT_STORE).map((name) => `${name}: required with ${reason}`),
    );
  });

  const PARTNER = {
    PARTNERA_BASE_URL: 'https://partner.example',
    PARTNERA_API_KEY: 'kJ3mQ9xR2vT7wY5z',
  };
  const NOT_HTTPS = 'PARTNERA_BASE_URL: expected an https URL';
  const WRONG_URL = `${NOT_HTTPS} without user name, password and query`;

  it.each([
    [{ PARTNERA_API_KEY: '' }, ['PARTNERA_API_KEY: required with PARTNERA_BASE_URL']],
    [{ PARTNERA_BASE_URL: '' }, ['PARTNERA_BASE_URL: required with PARTNERA_API_KEY']],
    [{ PARTNERA_BASE_URL: 'http://partner.example' }, [WRONG_URL, NOT_HTTPS]],
    [{ PARTNERA_BASE_URL: 'http://127.0.0.1:9' }, [NOT_HTTPS]],
    [{ PARTNERA_BASE_URL: 'https://a:b@partner.example' }, [WRONG_URL]],
    [{ PARTNERA_BASE_URL: 'https://partner.example?key=1' }, [WRONG_URL]],
    [{ PARTNERA_SANDBOX: 'true' }, ['PARTNERA_SANDBOX: not allowed in production']],
    [{ PARTNERA_PHONE_PREFIXES: '49' }, ['PARTNERA_PHONE_PREFIXES: expected prefixes such as +49']],
  ])('checks the partner in production: %j', (env, problems) => {
    expect(problemsOf({ ...PRODUCTION, ...PARTNER, ...env })).toEqual(problems);
  });

  it.each([
    [
      { ENRICHMENT_API_KEY: 'a-key-of-a-provider' },
      'ENRICHMENT_API_URL: required with the key or the model',
    ],
    [
      { ENRICHMENT_API_URL: 'https://chat.example/v1' },
      'ENRICHMENT_API_MODEL: required with ENRICHMENT_API_URL',
    ],
    [
      { ENRICHMENT_API_URL: 'http://chat.example/v1', ENRICHMENT_API_MODEL: 'small' },
      'ENRICHMENT_API_URL: expected https, or http of a loopback address',
    ],
    [
      { MESSENGER_BOT_ID: '1' },
      'MESSENGER_BOT_ID: expected the number before the colon of MESSENGER_BOT_TOKEN',
    ],
    [
      { MESSENGER_UPDATES: 'poll', MESSENGER_BOT_TOKEN: '', MESSENGER_BOT_ID: '7' },
      'MESSENGER_BOT_TOKEN: required when MESSENGER_UPDATES is poll',
    ],
    [
      { ...PRODUCTION, MESSENGER_UPDATES: 'poll' },
      'MESSENGER_UPDATES: poll is not allowed in production',
    ],
  ])('refuses %j', (env, problem) => {
    expect(problemsOf({ ...ENOUGH, ...env })).toEqual([problem]);
  });

  it('never repeats a secret in the message', () => {
    const problems = problemsOf({
      ...ENOUGH,
      JWT_SECRET: 'too-short-a-secret',
      ADMIN_API_KEY: 'too-short-a-key',
      ENCRYPTION_KEY: 'too-short-as-well',
      MESSENGER_BOT_TOKEN: 'too-short-a-token',
    }).join();

    expect(problems).not.toContain('too-short');
  });

  it('needs no key of administrators: the start looks for one in the database', () => {
    const { ADMIN_API_KEY: _, ...others } = ENOUGH;

    expect(readConfig(others).adminApiKeys).toEqual([]);
  });

  it.each([
    ['development', []],
    ['test', []],
    ['production', ['ENCRYPTION_KEY: required']],
  ])('requires the secrets in %s', (NODE_ENV, further) => {
    expect(problemsOf({ NODE_ENV })).toEqual([
      'DATABASE_URL: required',
      'JWT_SECRET: required',
      'MESSENGER_BOT_TOKEN: required, unless MESSENGER_BOT_ID is set',
      ...further,
    ]);
  });

  it.each([
    [{ MESSENGER_BOT_TOKEN: '', MESSENGER_BOT_ID: '7' }, 'none', 'log'],
    [{ MESSENGER_TRANSPORT: 'log' }, 'none', 'log'],
    [{ MESSENGER_TRANSPORT: 'bot' }, 'bot', 'bot'],
    [{}, 'bot', 'log'],
  ])('writes messages to no log in production: %j', (env, production, development) => {
    const transportIn = (NODE_ENV: string) =>
      readConfig({ ...PRODUCTION, ...env, NODE_ENV }).messenger.transport;

    expect(transportIn('production')).toBe(production);
    expect(transportIn('development')).toBe(development);
  });

  it.each([
    ['JWT_SECRET', 'changeme-changeme-changeme-0123456789'],
    ['JWT_SECRET', `${SECRET},aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`],
    ['ADMIN_API_KEY', '012345678901234567890123456789'],
    ['ADMIN_API_KEY', 'your-secret-admin-key-goes-here'],
    ['ENCRYPTION_KEY', Buffer.alloc(32).toString('base64')],
    ['MESSENGER_BOT_TOKEN', '1234567890:replace-me-with-the-token'],
    ['OBJSTORE_SECRET_ACCESS_KEY', 'your-secret-access-key-goes-here'],
  ])('refuses a guessable %s in production only: %s', (name, value) => {
    expect(problemsOf({ ...OBJECT_STORE, ...PRODUCTION, [name]: value })).toEqual([
      `${name}: too easy to guess; generate it at random`,
    ]);
    expect(() => readConfig({ ...OBJECT_STORE, ...ENOUGH, [name]: value })).not.toThrow();
  });

  it.each([
    [{ ADMIN_API_KEY: SECRET }, 'ADMIN_API_KEY: must differ from JWT_SECRET'],
    [
      { JWT_SECRET: `${SECRET},${ENOUGH.MESSENGER_BOT_TOKEN}` },
      'MESSENGER_BOT_TOKEN: must differ from JWT_SECRET',
    ],
    [
      { MESSENGER_WEBHOOK_SECRET: `kJ3mQ9xR2vT7wY5zkJ3mQ9xR2vT,${OTHER}`, JWT_SECRET: OTHER },
      'MESSENGER_WEBHOOK_SECRET: must differ from JWT_SECRET',
    ],
    [{ ADMIN_API_KEY: `${OTHER},${KEY_32}` }, 'ENCRYPTION_KEY: must differ from ADMIN_API_KEY'],
    [
      { DATABASE_URL: `postgres://hallway:${SECRET}@127.0.0.1/hallway` },
      'JWT_SECRET: must differ from the password in DATABASE_URL',
    ],
  ])('refuses one secret in two settings: %#', (env, problem) => {
    expect(problemsOf({ ...PRODUCTION, ...env })).toEqual([problem]);
  });

  it('allows no origin, proxy or private address by default in production', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({
      production: true,
      corsOrigins: [],
      drainDelayMs: 5_000,
      trustProxy: 0,
      calendars: { allowPrivate: false },
    });
  });

  it.each([SECRET, `${OTHER}, ${SECRET}`])(
    'rejects an admin key that is also a token secret: %s',
    (key) => {
      expect(problemsOf({ ...ENOUGH, ADMIN_API_KEY: key })).toEqual([
        'ADMIN_API_KEY: must differ from JWT_SECRET',
      ]);
    },
  );
});

/** The variables that docker-compose.yml reads, and the service does not. */
const COMPOSE_SETTINGS = [
  'CPUS',
  'HALLWAY_PASSWORD',
  'OBJECTS_PASSWORD',
  'OBJECTS_ROOT_PASSWORD',
  'POSTGRES_PASSWORD',
  'PROXY_HTTP',
  'PROXY_HTTPS',
  'SITE_ADDRESS',
];

describe('.env.example', () => {
  /** Every setting in the file, including those commented out. */
  function settings() {
    const file = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    const lines = [...file.matchAll(/^#?[ \t]*([A-Z][A-Z0-9_]*)=(.*)$/gm)];
    return lines.map(([, name = '', value = '']) => ({ name, value }));
  }

  it('contains each setting exactly once, or else the page of those with defaults does', () => {
    const page = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
    const others = [...page.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
    expect([...settings().map(({ name }) => name), ...others].sort()).toEqual(
      [...SETTINGS, ...COMPOSE_SETTINGS].sort(),
    );
    expect(settings().length).toBeLessThanOrEqual(45);
  });

  it('contains no secret value', () => {
    const secrets = settings().filter(({ name }) =>
      [
        'JWT_SECRET',
        'ADMIN_API_KEY',
        'ENCRYPTION_KEY',
        'MESSENGER_BOT_TOKEN',
        'MESSENGER_WEBHOOK_SECRET',
        'OBJSTORE_SECRET_ACCESS_KEY',
      ].includes(name),
    );
    expect(secrets.map(({ value }) => value)).toEqual(['', '', '', '', '', '']);
  });
});
