import type { Readable } from 'node:stream';
import type { Administrator } from '../domain/administration/administrators.ts';
import {
  type CheckedRow,
  type ImportCounts,
  type ImportResult,
  type ImportResultOf,
  importResult,
  type RefusedRows,
  RowErrors,
} from '../domain/imports.ts';
import type { AuditAction } from '../domain/operations/audit-log.ts';
import { writeStagingFile } from '../lib/temporary-files.ts';
import type { Store, Tx } from '../repositories/store.ts';

/** The rows of an import request. `R` is what `keeps` decides on. */
export interface ImportRequest<T, R = ImportResult> {
  readonly rows: AsyncIterable<CheckedRow<T>>;
  /** Whether to return the result without writing anything. */
  readonly dryRun: boolean;
  /**
   * Decides in the transaction, after all is written; false rolls it back, as a dry run. It may write
   * through `tx`, and runs again if the transaction is retried.
   */
  readonly keeps?: ((tx: Tx, result: R) => Promise<boolean>) | undefined;
}

/** The differences between the imports of users and of attendees. */
export interface BulkImport<T, C extends ImportCounts = ImportCounts> {
  /** Formats a valid row as a line of the staging table. */
  lineOf(row: number, value: T): string;
  /**
   * Writes the staged lines, which `read` gives. Skips the rows that only the database can refuse.
   */
  write(tx: Tx, read: () => Readable): Promise<{ counts: C; refused: RefusedRows }>;
  /** The audit log entry; `subjectId` is null if the import has no single subject. */
  readonly audit: { readonly action: AuditAction; readonly subjectId: number | null };
}

/** Imports up to 100,000 rows of one kind: stages them in a file, then writes them. */
export class BulkImportsService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * Writes the valid rows and returns the errors of the others; its `dry_run` says whether they were
   * rolled back. Memory use does not grow with the number of rows.
   *
   * @throws AppError the error of `rows` or of `write`; then nothing is written
   */
  async run<T, C extends ImportCounts>(
    by: Administrator,
    { rows, dryRun, keeps }: ImportRequest<T, ImportResultOf<C>>,
    { lineOf, write, audit }: BulkImport<T, C>,
  ): Promise<ImportResultOf<C>> {
    const errors = new RowErrors();
    // All rows are read and validated before the transaction starts, to keep it short.
    const staged = await writeStagingFile(validLines(rows, lineOf, errors));
    const importRows = async (tx: Tx) => {
      const { counts, refused } = await write(tx, staged.read);
      const result = importResult(counts, [errors, refused], dryRun);
      const { errors: _, ...after } = result;
      await tx.audit.record(by, audit.action, audit.subjectId, { after });
      const isKept = keeps ? await keeps(tx, result) : true;
      return { isKept, result: { ...result, dry_run: dryRun || !isKept } };
    };
    try {
      if (dryRun) return (await this.#store.dryRun(importRows)).result;
      const { isKept, result } = await this.#store.transactionIf(importRows);
      // The rows are written: without statistics, the next import is only slow.
      if (isKept) await this.#store.statistics.updateGrown().catch(() => {});
      return result;
    } finally {
      await staged.delete();
    }
  }
}

/** Yields the lines of the valid rows; adds the other rows to `errors`. */
export async function* validLines<T>(
  rows: AsyncIterable<CheckedRow<T>>,
  lineOf: BulkImport<T>['lineOf'],
  errors: RowErrors,
): AsyncGenerator<string> {
  for await (const checked of rows) {
    if ('error' in checked) errors.add(checked);
    else yield lineOf(checked.row, checked.value);
  }
}
