import { randomInt } from 'node:crypto';

/** Without I, L, O, 0 and 1, which people confuse on paper. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** 39 bits, which cannot be guessed and are easy to type. */
const LENGTH = 8;

export const randomCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
