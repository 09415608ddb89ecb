import { createHash, randomBytes } from 'node:crypto';

/** A one-time code that signs a phone in: 256 bits in base64url. */
export const SIGN_IN_CODE = /^[A-Za-z0-9_-]{43}$/;

export const newSignInCode = (): string => randomBytes(32).toString('base64url');

/** What is stored of a code. */
export const hashOfCode = (code: string): Buffer => createHash('sha256').update(code).digest();
