import { randomInt } from 'node:crypto';

/** Without I, L, O, 0 and 1, which people confuse on paper. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A code that cannot be guessed and is easy to type: 8 characters are 39 bits. */
export const randomCode = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
