import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './derived-keys.ts';

export const MEDIA_ENDINGS = ['jpg', 'png', 'webp', 'mp4', 'webm', 'mov'] as const;
export type MediaEnding = (typeof MEDIA_ENDINGS)[number];

/** 128 bits in base64url: the last of the 22 characters carries two bits. */
const KEY = /^[A-Za-z0-9_-]{21}[AQgw](\.private)?\.(jpg|png|webp|mp4|webm|mov)$/;

/**
 * A new random key of a file: `…22 characters….jpg`, or `….private.jpg` for a file that is served by
 * signed URL only. A key tells nothing about its owner, its name or its content.
 */
export function createMediaKey(ending: MediaEnding, options?: { isPrivate: boolean }): string {
  const id = randomBytes(16).toString('base64url');
  return `${id}${options?.isPrivate ? '.private' : ''}.${ending}`;
}

/** Whether `text` can be a key. Only such a text may become part of a path. */
export const isMediaKey = (text: string): boolean => KEY.test(text);

/** Whether the file with this key is served by signed URL only. */
export const isPrivateKey = (key: string): boolean => key.includes('.private.');

/** Lifetime of a signed URL. */
export const MEDIA_URL_TTL_SECONDS = 600;

/** The query of a signed URL. */
export interface MediaUrlSignature {
  /** Unix time in seconds; the URL is valid before it. */
  readonly expires: number;
  /** HMAC-SHA256 of key and expiry in base64url, 43 characters. */
  readonly signature: string;
}

/**
 * Signs the key of a private file, for `MEDIA_URL_TTL_SECONDS` from `now`.
 *
 * @param secrets the first one signs
 */
export function signMediaUrl(
  key: string,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): MediaUrlSignature {
  const [secret] = secrets;
  if (secret === undefined) throw new Error('no secret to sign with');
  const expires = Math.floor(now.getTime() / 1_000) + MEDIA_URL_TTL_SECONDS;
  return { expires, signature: macOf({ key, expires }, secret).toString('base64url') };
}

/**
 * Whether `signed` was issued for this key under one of the secrets, and has not expired. Compares in
 * constant time.
 */
export function isMediaUrlValid(
  key: string,
  signed: MediaUrlSignature,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): boolean {
  const { expires } = signed;
  if (!Number.isSafeInteger(expires) || expires * 1_000 <= now.getTime()) return false;
  const given = Buffer.from(signed.signature, 'base64url');
  // The decoder ignores foreign characters, and each signature must have one spelling.
  if (given.toString('base64url') !== signed.signature) return false;
  const isEqual = secrets.map((secret) => {
    const mac = macOf({ key, expires }, secret);
    return mac.length === given.length && timingSafeEqual(mac, given);
  });
  return isEqual.includes(true);
}

const macOf = ({ key, expires }: { key: string; expires: number }, secret: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'media urls').bytes).update(`${key}\n${expires}`).digest();
