import { randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { inBase62 } from './base62.ts';

/** 256 bits in base 62. */
const RANDOM_LENGTH = 43;
/** 32 bits in base 62. */
const CHECKSUM_LENGTH = 6;
const PUBLIC_ID = /^[g-z][a-z2-7]{7}$/;
const FORM = /^hwk_([g-z][a-z2-7]{7})_[0-9A-Za-z]{43}_([0-9A-Za-z]{6})$/;

/** The public id of a new key: no hexadecimal number, as the ids of the keys of `ADMIN_API_KEY` are. */
export function newPublicId(): string {
  const first = 'ghijklmnopqrstuvwxyz';
  const others = 'abcdefghijklmnopqrstuvwxyz234567';
  const letters = Array.from({ length: 7 }, () => others[randomInt(others.length)]);
  return `${first[randomInt(first.length)]}${letters.join('')}`;
}

export const isPublicId = (id: string): boolean => PUBLIC_ID.test(id);

/**
 * The text of a new secret: `hwk_<public id>_<256 random bits>_<checksum>`. Scanners of secrets and the
 * log recognize it, and a typing error is known without a query.
 */
export function newSecret(publicId: string): string {
  const random = BigInt(`0x${randomBytes(32).toString('hex')}`);
  const text = `hwk_${publicId}_${inBase62(random, RANDOM_LENGTH)}`;
  return `${text}_${checksumOf(text)}`;
}

/** The public id in a secret; undefined for any other text, and for one with a typing error. */
export function publicIdIn(secret: string): string | undefined {
  const [, publicId, checksum] = FORM.exec(secret) ?? [];
  const checked = secret.slice(0, -CHECKSUM_LENGTH - 1);
  return checksum === checksumOf(checked) ? publicId : undefined;
}

const checksumOf = (text: string): string => inBase62(BigInt(crc32(text)), CHECKSUM_LENGTH);
