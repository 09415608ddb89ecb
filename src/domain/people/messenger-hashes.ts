import { hash } from 'node:crypto';
import { deriveKey } from '../../lib/derived-keys.ts';

/**
 * Keyed hashes of one messenger id. They recognize an erased user without storing the id, and count
 * limits that an erasure must not reset.
 */
export interface MessengerHashes {
  /** Under the first key: this one is stored. */
  readonly newest: string;
  /** The id of the first key, stored beside the hash. */
  readonly key_id: string;
  /** Under every key: a lookup compares with each, since a stored hash may be of an older key. */
  readonly all: readonly string[];
}

export type MessengerHash = (messengerId: number) => MessengerHashes;

/** @param secrets the first one hashes what is stored */
export function messengerHash([first, ...others]: readonly [string, ...string[]]): MessengerHash {
  const { id: key_id, bytes } = deriveKey(first, 'erased people');
  const newestKey = bytes.toString('hex');
  const otherKeys = others.map((secret) =>
    deriveKey(secret, 'erased people').bytes.toString('hex'),
  );
  return (messengerId) => {
    const newest = keyedHash(newestKey, messengerId);
    return {
      newest,
      key_id,
      all: [newest, ...otherKeys.map((key) => keyedHash(key, messengerId))],
    };
  };
}

/**
 * A key prefix is a safe MAC with SHA-3, so HMAC is not needed. An import hashes every row: 100,000
 * rows take 0.1 s for each key with `hash` calls, and 1.3 s with HMAC objects.
 */
const keyedHash = (hexKey: string, messengerId: number): string =>
  hash('sha3-256', `${hexKey}${messengerId}`, 'hex');
