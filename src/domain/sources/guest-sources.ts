import { type Remark, remark } from '../reasons.ts';
import type { SourceRow } from './sources.ts';

/** A registration with the ticket code of a shop. */
export interface ShopRegistration {
  readonly id: number;
  /** Null unless it is claimed. */
  readonly user_id: number | null;
  readonly ticket_code_hash: string;
  readonly is_checked_in: boolean;
}

/**
 * What a cancellation at the shop does with a registration. Who has claimed theirs, or is there already, is
 * listed for a person to decide, unless the source withdraws claimed ones, too.
 */
export const outcomeOfCancellation = (
  { user_id, is_checked_in }: Pick<ShopRegistration, 'user_id' | 'is_checked_in'>,
  { withdraw_claimed = false }: { readonly withdraw_claimed?: boolean | undefined },
): 'withdrawn' | 'to_withdraw' =>
  is_checked_in || (user_id !== null && !withdraw_claimed) ? 'to_withdraw' : 'withdrawn';

/** The share of the guests of a source beyond which a person looks at the cancellations first. */
const MOST_CANCELLED = 0.1;

/** Why a list is not applied before a person has looked at it. */
export function guestBrakes({
  cancelled,
  guests,
}: {
  /** The registrations that would be withdrawn, or that a person would have to withdraw. */
  readonly cancelled: number;
  /** The registrations of the source, with those. */
  readonly guests: number;
}): Remark[] {
  if (cancelled <= guests * MOST_CANCELLED) return [];
  const sentence = `${cancelled} of ${guests} guests are cancelled at the shop`;
  return [remark(sentence, 'many_cancelled', { count: cancelled, of: guests })];
}

/** The row of a report about a guest, who is not named. */
export const guestRow = (
  key: string,
  id: number | null,
  result: SourceRow['result'],
): SourceRow => ({ key, id, result, title: null, starts_at: null, changes: [] });

/** How often each reason leaves out a row, the most frequent first. */
export const leftOutWarnings = (counts: ReadonlyMap<string, number>): Remark[] =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_REASONS)
    .map(([why, count]) =>
      remark(`Rows that are no guests: ${count}, because ${why}`, 'rows_left_out', { count, why }),
    );
const MAX_REASONS = 20;
