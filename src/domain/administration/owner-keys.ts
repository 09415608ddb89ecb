import { conflict } from '../../errors.ts';

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
