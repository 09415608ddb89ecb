import { createHmac } from 'node:crypto';
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
  const otherKeys = others.map((secret) => deriveKey(secret, purpose));
  return (text) => {
    const newest = hashOf(text, key.bytes);
    return {
      newest,
      key_id: key.id,
      all: [newest, ...otherKeys.map(({ bytes }) => hashOf(text, bytes))],
    };
  };
}

const hashOf = (text: string, key: Buffer) => createHmac('sha256', key).update(text).digest('hex');
