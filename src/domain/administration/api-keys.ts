import type { Granted } from './administrators.ts';

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

const isOver = (end: string | null, now: Date): boolean =>
  end !== null && Date.parse(end) <= now.getTime();

/** Whether a key is neither revoked nor expired, and its administrator not disabled. */
export const isValid = (
  { revoked_at, disabled_at, expires_at }: Omit<KeyRights, 'secrets'>,
  now: Date,
): boolean => revoked_at === null && disabled_at === null && !isOver(expires_at, now);

/** The hashes of the secrets that open a key now. */
export const validHashes = ({ secrets }: KeyRights, now: Date): readonly string[] =>
  secrets.filter(({ expires_at }) => !isOver(expires_at, now)).map(({ hash }) => hash);
