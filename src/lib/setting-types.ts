import { z } from 'zod';
import { itemsOf } from './setting-conflicts.ts';

const MAX = Number.MAX_SAFE_INTEGER;

const FACTOR = 'expected a number from 0.01 to 1000';

/** A whole number, as text without signs. */
export function whole(min: number, max = MAX) {
  const expected = `expected a whole number ${max === MAX ? `of at least ${min}` : `from ${min} to ${max}`}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, expected)
    .transform(Number)
    .pipe(z.number().min(min, expected).max(max, expected));
}

/** A number that multiplies others. */
export const factor = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,4})?$/, FACTOR)
  .transform(Number)
  .pipe(z.number().min(0.01, FACTOR).max(1_000, FACTOR));

/** One of these words. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `expected one of ${values.join(', ')}`);

/** `true` or `false`. */
export const flag = oneOf(['true', 'false']).transform((text) => text === 'true');

/** A comma-separated list. */
export const list = z.string().transform(itemsOf);

/** A comma-separated list of host names, empty by default. */
export const hostNames = list
  .pipe(z.array(z.string().regex(/^[a-z0-9.-]+$/, 'expected host names in lower case')))
  .default([]);

/** A comma-separated list of secrets. The first one signs; all of them verify. */
export function secrets(minLength: number) {
  const expected = `expected secrets of at least ${minLength} characters`;
  return list.pipe(z.array(z.string().min(minLength, expected)).nonempty(expected));
}

const WEBHOOK_SECRETS = 'expected secrets of 24 to 256 letters, digits, _ and -';

/** A comma-separated list of secrets that the messenger accepts for a webhook. */
export const webhookSecrets = list.pipe(
  z.array(z.string().regex(/^[\w-]{24,256}$/, WEBHOOK_SECRETS)).nonempty(WEBHOOK_SECRETS),
);

const ENCRYPTION_KEYS = 'expected keys of 32 bytes in base64';

/** A comma-separated list of keys for AES-256. */
export const encryptionKeys = list.pipe(
  z
    .array(z.string().refine((text) => Buffer.from(text, 'base64').length === 32, ENCRYPTION_KEYS))
    .nonempty(ENCRYPTION_KEYS),
);

export const httpUrl = z.url({ protocol: /^https?$/, error: 'expected an http or https URL' });
/** The address of a mini app. A start parameter is appended to it as its query. */
export const appUrl = z
  .string()
  .regex(
    /^https:\/\/t\.me\/[A-Za-z]\w{4,31}(\/\w{3,30})?$/,
    'expected https://t.me/<bot> or https://t.me/<bot>/<app>',
  );
/** With another one, pg would connect without TLS. */
const SSL_MODES = [
  'disable',
  'allow',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
  'no-verify',
];

export const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'expected a postgres URL' })
  .refine(
    (text) => {
      const mode = URL.parse(text)?.searchParams.get('sslmode');
      return mode === undefined || mode === null || SSL_MODES.includes(mode);
    },
    `expected an sslmode of ${SSL_MODES.join(', ')}`,
  );

/** Browsers send an origin without a path; another text would never match. */
export const origins = list.pipe(
  z.array(
    z.string().refine((text) => {
      if (text === '*') return true;
      const url = URL.parse(text);
      return /^https?:$/.test(url?.protocol ?? '')
        ? url?.origin === text
        : /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+$/.test(text);
    }, 'expected origins such as https://app.example.org, without a path or a slash at the end'),
  ),
);

/** Plain http is for the same machine only: production does not allow it at all. */
export const partnerUrl = z
  .url({ protocol: /^https?$/, error: 'expected an https URL' })
  .refine((text) => {
    const url = URL.parse(text);
    const isAllowed =
      url?.protocol === 'https:' ||
      ['127.0.0.1', '[::1]', 'localhost'].includes(url?.hostname ?? '');
    return isAllowed && !`${url?.username}${url?.password}${url?.search}${url?.hash}`;
  }, 'expected an https URL without user name, password and query');

/** The address without the slashes at its end. */
export function withoutTrailingSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

/** One problem for each missing or invalid setting. It never repeats a value. */
export const invalidSettings = (error: z.ZodError | undefined, env: NodeJS.ProcessEnv): string[] =>
  (error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    return `${name}: ${env[name] === undefined ? 'required' : message}`;
  });

/** Whether TRUST_PROXY names any proxy. */
export const hasProxy = (proxies: number | readonly string[]): boolean =>
  typeof proxies === 'number' ? proxies > 0 : proxies.length > 0;
