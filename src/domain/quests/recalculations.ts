export const RECALCULATION_STATUSES = ['running', 'done'] as const;
export type RecalculationStatus = (typeof RECALCULATION_STATUSES)[number];

/** The progress of the points of a quest after its last edit of points. */
export interface Recalculation {
  readonly status: RecalculationStatus;
  /** The participants at the time of the edit. */
  readonly people: number;
  readonly requested_at: string;
  readonly finished_at: string | null;
}
