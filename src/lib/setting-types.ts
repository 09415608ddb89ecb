import { z } from 'zod';
import { itemsOf } from './setting-conflicts.ts';

const MAX = Number.MAX_SAFE_INTEGER;

/** A whole number, as text without signs. */
export function whole(min: number, max = MAX) {
  const expected = `expected a whole number ${max === MAX ? `of at least ${min}` : `from ${min} to ${max}`}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, expected)
    .transform(Number)
    .pipe(z.number().min(min, expected).max(max, expected));
}

/** One of these words. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `expected one of ${values.join(', ')}`);

/** `true` or `false`. */
export const flag = oneOf(['true', 'false']).transform((text) => text === 'true');

/** A comma-separated list. */
export const list = z.string().transform(itemsOf);

/** A comma-separated list of secrets. The first one signs; all of them verify. */
export function secrets(minLength: number) {
  const expected = `expected secrets of at least ${minLength} characters`;
  return list.pipe(z.array(z.string().min(minLength, expected)).nonempty(expected));
}

const ENCRYPTION_KEYS = 'expected keys of 32 bytes in base64';

/** A comma-separated list of keys for AES-256. */
export const encryptionKeys = list.pipe(
  z
    .array(z.string().refine((text) => Buffer.from(text, 'base64').length === 32, ENCRYPTION_KEYS))
    .nonempty(ENCRYPTION_KEYS),
);

export const httpUrl = z.url({ protocol: /^https?$/, error: 'expected an http or https URL' });
export const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'expected a postgres URL' });
