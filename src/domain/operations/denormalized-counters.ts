/** A number that the database keeps, and that its source says otherwise. */
export interface Difference {
  /** The row that keeps it, such as `event 12`. */
  readonly row: string;
  readonly field: string;
  readonly expected: Value;
  readonly found: Value;
}

type Value = number | string | boolean | null;

/** The result of the check of one kept number. */
export interface CounterCheck {
  readonly name: string;
  /** How many rows and fields differ; of points, as many as their check lists. */
  readonly count: number;
  /** The first of them. */
  readonly differences: readonly Difference[];
  /** Whether a difference is no mistake, because a job brings the number up to date each hour. */
  readonly isDelayed: boolean;
}

/** The tables whose rows count others, with the noun of a row. */
export const COUNTED_TABLES = {
  conferences: 'conference',
  events: 'event',
  quests: 'quest',
  ticket_types: 'ticket type',
} as const;
export type CountedTable = keyof typeof COUNTED_TABLES;

/** Whether every number is as its source says. */
export const isSound = (checks: readonly CounterCheck[]): boolean =>
  checks.every(({ count, isDelayed }) => count === 0 || isDelayed);
