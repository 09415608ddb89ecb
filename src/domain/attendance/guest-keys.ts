import type { Encryption } from '../../lib/encryption.ts';
import type { KeyedHash, KeyedHashes } from '../../lib/keyed-hashes.ts';
import type { Changes } from '../changes.ts';
import { GUEST_EMAILS, placeOf } from '../operations/encrypted-columns.ts';

/** The keys of a guest as a ticket shop has them. */
export interface GuestKeys {
  readonly ticket_code: string | null;
  readonly email: string | null;
}

/** The keys of a guest as an invitation stores them. */
export interface StoredGuestKeys {
  readonly ticket_code_hash: string | null;
  readonly ticket_code_end: string | null;
  readonly email_hash: string | null;
  /** The address itself, if an import was asked to keep it. */
  readonly email_encrypted: Buffer | null;
  /** The id of the oldest key that the hashes need. */
  readonly guest_key_id: string | null;
}

/** A ticket code that is at least this long shows its last 4 characters: 8 stay unknown. */
const SHOWN_FROM_LENGTH = 12;

const LUMA_HOSTS = ['lu.ma', 'www.lu.ma', 'luma.com', 'www.luma.com'];

/**
 * Without whitespace, which people add when they copy a code. Shops mean the case of letters. The ticket of
 * Luma shows an address, of which only the key `pk` is always the same.
 */
export function normalizedTicketCode(code: string): string {
  const trimmed = code.replace(/\s/g, '');
  const url = /^https?:/i.test(trimmed) ? URL.parse(trimmed) : null;
  const isLuma = url && LUMA_HOSTS.includes(url.hostname) && url.pathname.startsWith('/check-in/');
  return (isLuma && url.searchParams.get('pk')) || trimmed;
}

/** Keyed hashes of the ticket code of a ticket shop, or of the code that its ticket shows. */
export const ticketCodeHashes = (hashOf: KeyedHash, code: string): KeyedHashes =>
  hashOf(`ticket:${normalizedTicketCode(code)}`);

/** Keyed hashes of an order of a ticket shop, by which its guests belong together. */
export const orderHashes = (hashOf: KeyedHash, code: string): KeyedHashes =>
  hashOf(`order:${code}`);

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
export const keptEmailAt = (invitationId: number) => placeOf(GUEST_EMAILS, invitationId);

/** The kept address of an invitation; null if none is kept. */
export const keptEmail = (
  encryption: Encryption,
  { id, email_encrypted }: { readonly id: number; readonly email_encrypted: Buffer | null },
): string | null =>
  email_encrypted && encryption.decrypt('guests', keptEmailAt(id), email_encrypted);

/** What a correction of the keys of an invitation changes; an address stays kept if one was. */
export function guestKeyChanges(
  { id, ...stored }: StoredGuestKeys & { readonly id: number },
  { ticket_code, email }: Changes<GuestKeys>,
  { hashOf, encryption }: { readonly hashOf: KeyedHash; readonly encryption: Encryption },
): Partial<StoredGuestKeys> {
  const code = ticket_code ? ticketCodeHashes(hashOf, ticket_code) : null;
  const address = email ? emailHashes(hashOf, email) : null;
  const guest_key_id = stored.guest_key_id ?? code?.key_id ?? address?.key_id ?? null;
  const isNewCode = ticket_code !== undefined && !isStored(stored.ticket_code_hash, code);
  const isNewEmail = email !== undefined && !isStored(stored.email_hash, address);
  return {
    ...(isNewCode && {
      ticket_code_hash: code?.newest ?? null,
      ticket_code_end: ticket_code ? ticketCodeEnd(ticket_code) : null,
      guest_key_id,
    }),
    ...(isNewEmail && {
      email_hash: address?.newest ?? null,
      email_encrypted:
        email && stored.email_encrypted
          ? encryption.encrypt('guests', keptEmailAt(id), email)
          : null,
      guest_key_id,
    }),
  };
}

const isStored = (hash: string | null, hashes: KeyedHashes | null): boolean =>
  hash === null ? hashes === null : (hashes?.all.includes(hash) ?? false);

/** The keys of a row of the organizer's own guest list. */
export interface GuestListKeys {
  readonly messenger_id?: number | undefined;
  readonly ticket_code?: string | undefined;
  readonly email?: string | undefined;
  readonly username?: string | undefined;
}
