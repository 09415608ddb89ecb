import { createHash } from 'node:crypto';

/**
 * SHA-256 of the address of a calendar, in hex: a private one has a secret in it. Apps write webcal: for
 * https:, and a fragment never reaches the calendar.
 */
export function hashOfAddress(url: string): string {
  const address = new URL(url.replace(/^webcal:/i, 'https:'));
  address.hash = '';
  return createHash('sha256').update(address.href).digest('hex');
}
