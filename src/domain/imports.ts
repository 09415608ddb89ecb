import { type Reason, type Remark, remark } from './reasons.ts';

/** Why something is refused: a sentence, and what it means to a program. */
export interface Refused extends Reason {
  /** Null for the whole. */
  readonly field: string | null;
  readonly error: string;
}

/** Why a row was skipped. `row` is the row number of the spreadsheet; in a JSON list, from 1. */
export interface RowError extends Refused {
  readonly row: number;
}

/** One import row after validation: its value, or the error for which it is skipped. */
export type CheckedRow<T> = { readonly row: number; readonly value: T } | RowError;

/** The result of an import; `total` is the sum of the four counts, and of the rows left out. */
export interface ImportResult {
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly dry_run: boolean;
  /** The first `MAX_ROW_ERRORS` of the `failed` rows, by row number. */
  readonly errors: readonly RowError[];
}

/** Counts of the valid rows of an import; rows neither created nor updated are unchanged. */
export interface ImportCounts {
  readonly staged: number;
  readonly created: number;
  readonly updated: number;
}

/**
 * Counts of the valid rows of an attendee import: rows in `by_username` have no messenger id; the
 * people in `waitlisted` wait for a seat.
 */
export interface AttendeeImportCounts extends ImportCounts {
  readonly by_username: number;
  /** Rows that do not count as guests. */
  readonly left_out_count: number;
  readonly waitlisted: number;
  /** By which the import can be undone; null if it made no invitation. */
  readonly import_id: string | null;
}

/** The result of an import with the counts `C`. */
export type ImportResultOf<C extends ImportCounts> = ImportResult & Omit<C, keyof ImportCounts>;

/** The maximum number of errors in an answer; `failed` counts all of them. */
export const MAX_ROW_ERRORS = 1_000;

/** Skipped rows: their number, and the first `MAX_ROW_ERRORS` errors. */
export interface RefusedRows {
  readonly count: number;
  readonly first: readonly RowError[];
}

/** Collects the errors of skipped rows: counts all, keeps the first `MAX_ROW_ERRORS`. */
export class RowErrors implements RefusedRows {
  readonly first: RowError[] = [];
  count = 0;

  add(error: RowError): void {
    this.count += 1;
    if (this.first.length < MAX_ROW_ERRORS) this.first.push(error);
  }
}

/** `refused` holds the rows skipped by validation and those skipped by the database. */
export function importResult<C extends ImportCounts & { readonly left_out_count?: number }>(
  counts: C,
  refused: readonly [RefusedRows, RefusedRows],
  dry_run: boolean,
): ImportResultOf<C> {
  const { staged, created, updated, ...further } = counts;
  const { failed, errors } = mergeRefused(refused);
  const unchanged = staged - created - updated;
  const total = staged + failed + (counts.left_out_count ?? 0);
  return { total, created, updated, unchanged, failed, ...further, dry_run, errors };
}

/** A row of a guest list that does not count as a guest. It is no error. */
export interface LeftOutRow extends Reason {
  readonly row: number;
  readonly reason: string;
}

const leftOutRow = (row: number, { message: reason, ...why }: Remark): LeftOutRow => ({
  row,
  reason,
  ...why,
});
const ERASED = remark('erased', 'guest_erased');

/** A row of a guest list: its value, its error, or why it does not count. */
export type GuestRow<T> = CheckedRow<T> | { readonly row: number; readonly left_out: Remark };

/** The rows of guests whom an organizer has erased: their number, and the first by row number. */
export interface ErasedRows {
  readonly count: number;
  readonly rows: readonly number[];
}

/** Collects the rows that are left out: counts all, keeps the first `MAX_ROW_ERRORS`. */
export class LeftOutRows {
  readonly #first: LeftOutRow[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(row: number, why: Remark): void {
    this.#count += 1;
    if (this.#first.length < MAX_ROW_ERRORS) this.#first.push(leftOutRow(row, why));
  }

  /** The first rows by number, with those of erased guests. */
  with(erased: ErasedRows): readonly LeftOutRow[] {
    const rows = erased.rows.map((row) => leftOutRow(row, ERASED));
    return [...this.#first, ...rows].sort((a, b) => a.row - b.row).slice(0, MAX_ROW_ERRORS);
  }
}

/** Merges the rows skipped by validation and by the database, by row number. */
export function mergeRefused([one, other]: readonly [RefusedRows, RefusedRows]): {
  readonly failed: number;
  readonly errors: readonly RowError[];
} {
  const errors = [...one.first, ...other.first].sort((a, b) => a.row - b.row);
  return { failed: one.count + other.count, errors: errors.slice(0, MAX_ROW_ERRORS) };
}

/** An import row of a user. An absent field keeps its stored value. */
export interface UserImportRow {
  readonly messenger_id: number;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly username?: string | undefined;
  readonly language_code?: string | undefined;
  readonly headline?: string | undefined;
  readonly company?: string | undefined;
  readonly job_title?: string | undefined;
  readonly bio?: string | undefined;
  readonly interests?: readonly string[] | undefined;
}

/** An import row of an attendee, who is found by ticket code, messenger id, e-mail or username. */
export interface AttendeeImportRow {
  readonly messenger_id?: number | undefined;
  readonly ticket_code?: string | undefined;
  /** What the ticket shows, where that is not the ticket code. It finds nobody's row, and claims nothing. */
  readonly scan_code?: string | undefined;
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly company?: string | undefined;
  readonly job_title?: string | undefined;
  readonly ticket_type?: string | undefined;
  /** The order of the shop; only from a source. */
  readonly order_code?: string | undefined;
}
