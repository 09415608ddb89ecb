export const RECALCULATION_STATUSES = ['running', 'done'] as const;
export type RecalculationStatus = (typeof RECALCULATION_STATUSES)[number];

/** How far the points of a quest follow its last edit that concerns them. */
export interface Recalculation {
  readonly status: RecalculationStatus;
  /** The participants at the time of the edit. */
  readonly people: number;
  readonly requested_at: string;
  readonly finished_at: string | null;
}
