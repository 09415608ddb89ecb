import { conflict } from '../../errors.ts';
import { type Granted, missingScope } from './administrators.ts';
import { areWithin, type Rights } from './grants.ts';
import type { Scope } from './scopes.ts';

/** A stored key with what decides whether it is valid. */
export interface KeyRights {
  readonly id: number;
  readonly public_id: string;
  readonly administrator_id: number | null;
  readonly scopes: readonly Granted[];
  readonly conference_ids: readonly number[] | null;
  /** Networks in CIDR notation; null for any address. */
  readonly allowed_networks: readonly string[] | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** When its administrator was disabled. */
  readonly disabled_at: string | null;
  readonly secrets: readonly KeySecret[];
}

/** A secret of a key: SHA-256 of its text, in hex. A key has two while it is rotated. */
export interface KeySecret {
  readonly hash: string;
  readonly expires_at: string | null;
}

/**
 * With whose rights something is done later, without a request: those of an administrator, or of the key
 * of a machine; both null: of `ADMIN_API_KEY`.
 */
export interface KeyOwner {
  readonly administrator_id: number | null;
  /** Null for an administrator, whose keys come and go. */
  readonly api_key_id: number | null;
}

/** The owner of what a caller makes. */
export const keyOwnerOf = ({ administrator_id, api_key_id }: KeyOwner): KeyOwner => ({
  administrator_id,
  api_key_id: administrator_id === null ? api_key_id : null,
});

const isOver = (end: string | null, now: Date): boolean =>
  end !== null && Date.parse(end) <= now.getTime();

/** Whether a key is neither revoked nor expired, and its administrator not disabled. */
export const isValid = (
  {
    revoked_at,
    disabled_at,
    expires_at,
  }: Pick<KeyRights, 'revoked_at' | 'disabled_at' | 'expires_at'>,
  now: Date,
): boolean => revoked_at === null && disabled_at === null && !isOver(expires_at, now);

/** Whether a key is valid and has these rights: what outlives its request ends with them. */
export const covers = (
  key: Rights & Pick<KeyRights, 'revoked_at' | 'disabled_at' | 'expires_at'>,
  {
    scopes,
    conference_ids,
  }: {
    readonly scopes: readonly Scope[];
    readonly conference_ids: readonly number[] | null;
  },
  now: Date,
): boolean =>
  isValid(key, now) &&
  missingScope(key.scopes, scopes) === undefined &&
  areWithin(conference_ids, key.conference_ids);

/** The hashes of the secrets that open a key now. */
export const validHashes = ({ secrets }: KeyRights, now: Date): readonly string[] =>
  secrets.filter(({ expires_at }) => !isOver(expires_at, now)).map(({ hash }) => hash);

/** `disabled`: its administrator is. Only a valid key opens anything. */
export const KEY_STATUSES = ['valid', 'expired', 'disabled', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** What a key may do, where, from where and until when. */
export interface KeyTerms {
  readonly name: string;
  readonly scopes: readonly Granted[];
  /** Null for all. */
  readonly conference_ids: readonly number[] | null;
  /** Networks in CIDR notation; null for any address. */
  readonly allowed_networks: readonly string[] | null;
  /** Null for a key of a machine that does not end. */
  readonly expires_at: string | null;
}

/** A key as administrators see it; its secret is shown once, when it is made. */
export interface ApiKey extends KeyTerms {
  readonly id: number;
  readonly public_id: string;
  readonly status: KeyStatus;
  /** Null for a key of a machine. */
  readonly administrator: { readonly id: number; readonly name: string } | null;
  readonly revoked_at: string | null;
  /** The id of the administrator who made it; null for a machine, or an operator. */
  readonly created_by: number | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly last_used_ip: string | null;
  /** When the secret before the current one ends; null without one that is valid. */
  readonly old_secret_valid_until: string | null;
}

/** A key with its secret, which no later answer shows. */
export interface IssuedApiKey extends ApiKey {
  readonly secret: string;
}

/** The same day of the next year: the last end that a key of an administrator may have. */
export function yearAfter(now: Date): Date {
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end;
}

/**
 * A valid key that opens everything from everywhere: all scopes, all conferences, any network. It is
 * what the organizers need to make keys for others.
 */
export interface OwnerKey {
  readonly id: number;
  readonly public_id: string;
  /** Null for one that does not end. */
  readonly expires_at: string | null;
}

/** How long before its end the last owner key is reported. */
const WARNING_MS = 30 * 24 * 3_600_000;

const endOf = ({ expires_at }: OwnerKey): number =>
  expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at);

/**
 * Refuses a change after which no owner key is left, or the last one ends earlier than before.
 *
 * @param before the owner keys before the change, those that end last first; two are enough
 * @throws AppError CONFLICT
 */
export function checkOwnerLeft(before: readonly OwnerKey[], after: readonly OwnerKey[]): void {
  const [last, ...others] = before;
  if (!last) return;
  const [left] = after;
  if (left && (others.length > 0 || after.length > 1 || endOf(left) >= endOf(last))) return;
  throw conflict(
    null,
    'This is the last owner key; create another one before you revoke, limit, shorten or disable it',
    'last_owner',
  );
}

/** The last of the owner keys, if it ends soon; undefined while another one follows it. */
export function endingOwner([last]: readonly OwnerKey[], now: Date): OwnerKey | undefined {
  return last && endOf(last) - now.getTime() <= WARNING_MS ? last : undefined;
}
