import { hash } from 'node:crypto';
import { deriveKey, type KeyPurpose } from './derived-keys.ts';

/** Keyed hashes of one text, 64 hex digits each. They find it again without storing it. */
export interface KeyedHashes {
  /** Under the first key: this one is stored. */
  readonly newest: string;
  /** The id of the first key, stored beside the hash. */
  readonly key_id: string;
  /** Under every key: a lookup compares with each, since a stored hash may be of an older key. */
  readonly all: readonly string[];
}

export type KeyedHash = (text: string) => KeyedHashes;

/** @param secrets the first one hashes what is stored */
export function keyedHash(
  [first, ...others]: readonly [string, ...string[]],
  purpose: KeyPurpose,
): KeyedHash {
  const key = deriveKey(first, purpose);
  const newestOf = hmacOf(key.bytes);
  const olderOf = others.map((secret) => hmacOf(deriveKey(secret, purpose).bytes));
  return (text) => {
    const newest = newestOf(text);
    return { newest, key_id: key.id, all: [newest, ...olderOf.map((hashOf) => hashOf(text))] };
  };
}

const BLOCK_BYTES = 64;

/**
 * HMAC-SHA-256 of a key of 32 bytes. An import hashes up to three texts of each row: 100,000 hashes take
 * 1.0 s with objects of `createHmac`, and a fifth of it with `hash`.
 */
function hmacOf(key: Buffer): (text: string) => string {
  const padded = (byte: number) =>
    Buffer.alloc(BLOCK_BYTES, byte).map((pad, at) => pad ^ (key[at] ?? 0));
  const inner = Buffer.from(padded(0x36));
  const outer = Buffer.from(padded(0x5c));
  return (text) => {
    const digest = hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'buffer');
    return hash('sha256', Buffer.concat([outer, digest]), 'hex');
  };
}
