/** One row of an import, after its check: what it says, or why it is left out. */
export type CheckedRow<T> =
  | { readonly row: number; readonly value: T }
  | { readonly row: number; readonly field: string | null; readonly error: string };

/** Why a row was left out. `row` is numbered as the sheet shows it; in JSON from 1. */
export interface RowError {
  readonly row: number;
  readonly field: string | null;
  readonly error: string;
}

/** What became of an import; `total` is the sum of the four counts. */
export interface ImportResult {
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly dry_run: boolean;
  /** The first `MAX_ROW_ERRORS` of the `failed` rows, in their order. */
  readonly errors: readonly RowError[];
}

/** What became of the good rows of an import; those not counted as new or changed are as they were. */
export interface ImportCounts {
  readonly staged: number;
  readonly created: number;
  readonly updated: number;
}

/** More errors than a person reads; the count says how many there are. */
export const MAX_ROW_ERRORS = 1_000;

/** Rows that are left out: how many, and why the first `MAX_ROW_ERRORS` of them are. */
export interface RefusedRows {
  readonly count: number;
  readonly first: readonly RowError[];
}

/** The rows left out so far: all are counted, the first of them kept. */
export class RowErrors implements RefusedRows {
  readonly first: RowError[] = [];
  count = 0;

  add(error: RowError): void {
    this.count += 1;
    if (this.first.length < MAX_ROW_ERRORS) this.first.push(error);
  }
}

/** The answer to an import, with the rows of both kinds of refusal in their order. */
export function importResult(
  { staged, created, updated }: ImportCounts,
  refused: readonly [RefusedRows, RefusedRows],
  dry_run: boolean,
): ImportResult {
  const { failed, errors } = mergeRefused(refused);
  const unchanged = staged - created - updated;
  return { total: staged + failed, created, updated, unchanged, failed, dry_run, errors };
}

/** Rows of both kinds of refusal, in their order. */
export function mergeRefused([one, other]: readonly [RefusedRows, RefusedRows]): {
  readonly failed: number;
  readonly errors: readonly RowError[];
} {
  const errors = [...one.first, ...other.first].sort((a, b) => a.row - b.row);
  return { failed: one.count + other.count, errors: errors.slice(0, MAX_ROW_ERRORS) };
}

/** A person as an organiser's list knows them. What is absent stays as it is. */
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

/** An attendee as an organiser's list knows them: by messenger id, or else by username. */
export interface AttendeeImportRow {
  readonly messenger_id?: number | undefined;
  readonly username?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly company?: string | undefined;
  readonly job_title?: string | undefined;
  readonly ticket_type?: string | undefined;
}
