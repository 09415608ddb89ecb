import { createHmac } from 'node:crypto';
import { deriveKey } from '../../../src/lib/derived-keys.ts';
import { keyedHash } from '../../../src/lib/keyed-hashes.ts';

const SECRETS = ['the newer secret of these tests', 'the older secret of these tests'] as const;

const hmac = (secret: string, text: string) =>
  createHmac('sha256', deriveKey(secret, 'guests').bytes).update(text).digest('hex');

describe('keyedHash', () => {
  it.each(['', 'ticket:AB1CD-1', 'email:zoë@example.org', '王小明 🎉', 'x'.repeat(10_000)])(
    'is the HMAC-SHA-256 under each key: %#',
    (text) => {
      expect(keyedHash(SECRETS, 'guests')(text)).toEqual({
        newest: hmac(SECRETS[0], text),
        key_id: deriveKey(SECRETS[0], 'guests').id,
        all: SECRETS.map((secret) => hmac(secret, text)),
      });
    },
  );
});
