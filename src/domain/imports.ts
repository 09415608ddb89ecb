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

/** More errors than a person reads; the count says how many there are. */
export const MAX_ROW_ERRORS = 1_000;

/** A person as an organiser's list knows them. What is absent stays as it is. */
export interface PersonImport {
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
