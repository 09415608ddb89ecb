import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Without I, L, O, 0 and 1, which people confuse on paper. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** 39 bits, which cannot be guessed and are easy to type. */
const LENGTH = 8;

export const randomCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A one-time code that signs a phone in: 256 bits in base64url. */
export const SIGN_IN_CODE = /^[A-Za-z0-9_-]{43}$/;

export const newSignInCode = (): string => randomBytes(32).toString('base64url');

/** What is stored of a code. */
export const hashOfCode = (code: string): Buffer => createHash('sha256').update(code).digest();
