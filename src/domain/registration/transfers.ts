/** The most registrations of one conference that a person may give away. */
export const MAX_TRANSFERS = 3;

/** A registration that its user has given to another person, who has not claimed it yet. */
export interface OpenTransfer {
  readonly registration_id: number;
  readonly claim_epoch: number;
}

/** Why a registration cannot be given away; undefined if it can. */
export interface TransferFacts {
  readonly has_seat: boolean;
  readonly is_checked_in: boolean;
  /** By a ticket of a shop or the guest list of a source, whose next run would undo it. */
  readonly is_of_shop: boolean;
  readonly unclaimed_guests: number;
  /** Those that another person has claimed. */
  readonly given_before: number;
}

export type TransferRefusal = 'no_seat' | 'checked_in' | 'shop' | 'guests' | 'limit';

export function refusalOfTransfer(facts: TransferFacts): TransferRefusal | undefined {
  if (facts.is_checked_in) return 'checked_in';
  if (!facts.has_seat) return 'no_seat';
  if (facts.is_of_shop) return 'shop';
  if (facts.unclaimed_guests > 0) return 'guests';
  return facts.given_before >= MAX_TRANSFERS ? 'limit' : undefined;
}
