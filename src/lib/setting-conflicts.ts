const MIN_DIFFERENT_CHARACTERS = 10;
/** In random text, the difference between one character code and the next varies. */
const MIN_DIFFERENT_STEPS = 5;

/** Words of templates and tutorials. */
const PLACEHOLDERS =
  /change.?(?:me|this|it)|replace.?(?:me|this|with)|your.?(?:secret|key|token|password)|insert.?(?:here|your)|place.?holder|example|passw[o0]rd|letmein|qwerty/i;

/** Whether a secret looks typed or copied instead of generated at random. */
const isGuessable = (secret: string): boolean =>
  new Set(secret).size < MIN_DIFFERENT_CHARACTERS ||
  new Set(stepsOf(secret)).size < MIN_DIFFERENT_STEPS ||
  PLACEHOLDERS.test(secret);

/** `0123456789` and the alphabet have one step only. */
const stepsOf = (secret: string): number[] => {
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0);
  return codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
};

/** The items of a comma-separated setting. */
export const itemsOf = (text = '') =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** Checks rules between settings on the raw text, so that all problems are reported at once. */
export function conflictingSettings(env: NodeJS.ProcessEnv): string[] {
  return [
    ...(env.MESSENGER_BOT_TOKEN || env.MESSENGER_BOT_ID
      ? []
      : ['MESSENGER_BOT_TOKEN: required, unless MESSENGER_BOT_ID is set']),
    ...(env.MESSENGER_TRANSPORT === 'bot' && !env.MESSENGER_BOT_TOKEN
      ? ['MESSENGER_BOT_TOKEN: required when MESSENGER_TRANSPORT is bot']
      : []),
    ...invalidPolling(env),
    ...(isOtherBot(env)
      ? ['MESSENGER_BOT_ID: expected the number before the colon of MESSENGER_BOT_TOKEN']
      : []),
    ...(env.NODE_ENV === 'production' && !env.ENCRYPTION_KEY ? ['ENCRYPTION_KEY: required'] : []),
    ...incompletePartner(env),
    ...incompleteObjectStore(env),
    ...incompleteEnrichment(env),
    ...formerRateLimits(env),
    ...equalPorts(env),
    ...equalSecrets(env),
    ...(env.NODE_ENV === 'production' ? guessableSecrets(env) : []),
  ];
}

/** Earlier versions had a setting for each limit. */
const formerRateLimits = (env: NodeJS.ProcessEnv): string[] =>
  Object.keys(env)
    .filter((name) => /^RATE_LIMIT_(?!(ENABLED|FACTOR)$)/.test(name))
    .map((name) => `${name}: no longer a setting; RATE_LIMIT_FACTOR multiplies every limit`);

const WILDCARDS = ['0.0.0.0', '::'];

function equalPorts(env: NodeJS.ProcessEnv): string[] {
  const { PORT = '3000', METRICS_PORT, HOST = '127.0.0.1', METRICS_HOST = '127.0.0.1' } = env;
  const isOneHost =
    HOST === METRICS_HOST || [HOST, METRICS_HOST].some((one) => WILDCARDS.includes(one));
  return METRICS_PORT === PORT && Number(PORT) !== 0 && isOneHost
    ? ['METRICS_PORT: expected another port than PORT']
    : [];
}

/** Polling is for one developer: production has a webhook, which any number of processes serve. */
function invalidPolling(env: NodeJS.ProcessEnv): string[] {
  if (env.MESSENGER_UPDATES !== 'poll') return [];
  return [
    ...(env.NODE_ENV === 'production'
      ? ['MESSENGER_UPDATES: poll is not allowed in production']
      : []),
    ...(env.MESSENGER_BOT_TOKEN
      ? []
      : ['MESSENGER_BOT_TOKEN: required when MESSENGER_UPDATES is poll']),
  ];
}

/** Processes with the token and processes with the id would verify the launch data of different bots. */
const isOtherBot = ({ MESSENGER_BOT_ID: id, MESSENGER_BOT_TOKEN: token }: NodeJS.ProcessEnv) =>
  id && token && !token.startsWith(`${id}:`);

/** The settings of the object store are set together or not at all. */
const OBJECT_STORE = [
  'OBJSTORE_ENDPOINT',
  'OBJSTORE_REGION',
  'OBJSTORE_BUCKET',
  'OBJSTORE_ACCESS_KEY_ID',
  'OBJSTORE_SECRET_ACCESS_KEY',
] as const;

function incompleteObjectStore(env: NodeJS.ProcessEnv): string[] {
  const reasons = [
    ...OBJECT_STORE.filter((name) => env[name]),
    ...(env.OBJSTORE_PUBLIC_URL ? ['OBJSTORE_PUBLIC_URL'] : []),
    ...(env.MEDIA_STORE === 'objstore' ? ['MEDIA_STORE=objstore'] : []),
  ];
  if (reasons.length === 0) return [];
  return OBJECT_STORE.filter((name) => !env[name]).map(
    (name) => `${name}: required with ${reasons[0]}`,
  );
}

/** Base URL and key of the partner are set together. In production, its codes are always limited. */
function incompletePartner(env: NodeJS.ProcessEnv): string[] {
  const { PARTNERA_BASE_URL: url, PARTNERA_API_KEY: key, PARTNERA_SANDBOX, NODE_ENV } = env;
  const isProduction = NODE_ENV === 'production';
  return [
    ...(url && !key ? ['PARTNERA_API_KEY: required with PARTNERA_BASE_URL'] : []),
    ...(key && !url ? ['PARTNERA_BASE_URL: required with PARTNERA_API_KEY'] : []),
    ...(isProduction && url?.startsWith('http:')
      ? ['PARTNERA_BASE_URL: expected an https URL']
      : []),
    ...(isProduction && PARTNERA_SANDBOX === 'true'
      ? ['PARTNERA_SANDBOX: not allowed in production']
      : []),
  ];
}

const SECRETS = [
  'JWT_SECRET',
  'ADMIN_API_KEY',
  'ENCRYPTION_KEY',
  'MESSENGER_BOT_TOKEN',
  'MESSENGER_WEBHOOK_SECRET',
  'OBJSTORE_SECRET_ACCESS_KEY',
  'PARTNERA_API_KEY',
  'ENRICHMENT_API_KEY',
] as const;

/** Profiles and the key must not travel in the clear, except to the same machine. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function incompleteEnrichment({
  ENRICHMENT_API_URL: url,
  ENRICHMENT_API_KEY: key,
  ENRICHMENT_API_MODEL: model,
}: NodeJS.ProcessEnv): string[] {
  if (!url) {
    return key || model ? ['ENRICHMENT_API_URL: required with the key or the model'] : [];
  }
  const { protocol, hostname } = URL.parse(url) ?? { protocol: 'https:', hostname: '' };
  return [
    ...(model ? [] : ['ENRICHMENT_API_MODEL: required with ENRICHMENT_API_URL']),
    ...(protocol === 'http:' && !LOOPBACK.test(hostname)
      ? ['ENRICHMENT_API_URL: expected https, or http of a loopback address']
      : []),
  ];
}

/** A secret in two places is lost in both at once. */
function equalSecrets(env: NodeJS.ProcessEnv): string[] {
  const secrets = [
    { name: 'the password in DATABASE_URL', items: [passwordIn(env.DATABASE_URL)] },
    ...SECRETS.map((name) => ({ name, items: itemsOf(env[name]) })),
  ];
  return secrets.flatMap(({ name, items }, index) =>
    secrets
      .slice(0, index)
      .filter((other) => items.some((item) => other.items.includes(item)))
      .map((other) => `${name}: must differ from ${other.name}`),
  );
}

const passwordIn = (url = ''): string => (URL.canParse(url) ? new URL(url).password : '');

const guessableSecrets = (env: NodeJS.ProcessEnv): string[] =>
  SECRETS.filter((name) => itemsOf(env[name]).some(isGuessable)).map(
    (name) => `${name}: too easy to guess; generate it at random`,
  );
