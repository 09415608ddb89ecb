import type { KeyedHash, KeyedHashes } from '../../lib/keyed-hashes.ts';

/** A ticket code that is at least this long shows its last 4 characters: 8 stay unknown. */
const SHOWN_FROM_LENGTH = 12;

/** Without whitespace, which people add when they copy a code. Shops mean the case of letters. */
export const normalizedTicketCode = (code: string): string => code.replace(/\s/g, '');

/** Keyed hashes of the ticket code of a ticket shop. */
export const ticketCodeHashes = (hashOf: KeyedHash, code: string): KeyedHashes =>
  hashOf(`ticket:${normalizedTicketCode(code)}`);

/** Keyed hashes of an e-mail address, the same in upper and lower case. */
export const emailHashes = (hashOf: KeyedHash, email: string): KeyedHashes =>
  hashOf(`email:${email.trim().toLowerCase()}`);

/** Keyed hashes of a username, by which imports leave out an erased guest. */
export const usernameHashes = (hashOf: KeyedHash, username: string): KeyedHashes =>
  hashOf(`username:${username.toLowerCase()}`);

/** The last 4 characters of a ticket code, by which staff tell two guests apart; null of a short one. */
export function ticketCodeEnd(code: string): string | null {
  const normalized = normalizedTicketCode(code);
  return normalized.length >= SHOWN_FROM_LENGTH ? normalized.slice(-4) : null;
}

/** The e-mail address of a guest that an import kept. Each address decrypts in its own row only. */
export const keptEmailAt = (invitationId: number) =>
  ({ table: 'conference_invitations', column: 'email_encrypted', row_id: invitationId }) as const;
