import type { Readable } from 'node:stream';
import {
  type CheckedRow,
  type ImportCounts,
  type ImportResult,
  importResult,
  type RefusedRows,
  RowErrors,
} from '../domain/imports.ts';
import type { AuditAction } from '../domain/operations/audit-log.ts';
import type { Administrator } from '../domain/people/administrators.ts';
import { writeStagingFile } from '../lib/staging-file.ts';
import type { Store, Tx } from '../repositories/store.ts';

/** The rows that somebody sent. */
export interface ImportRequest<T> {
  readonly rows: AsyncIterable<CheckedRow<T>>;
  /** Only tells what would happen. */
  readonly dryRun: boolean;
}

/** What one kind of import does with its rows. */
export interface BulkImport<T> {
  /** A good row as the staging table reads it. */
  lineOf(row: number, value: T): string;
  /** Writes the staged lines, all but those that only the database can refuse. */
  write(tx: Tx, lines: Readable): Promise<{ counts: ImportCounts; refused: RefusedRows }>;
  /** What the audit log says of it; `subjectId` is null where it concerns many. */
  readonly audit: { readonly action: AuditAction; readonly subjectId: number | null };
}

/** How rows by the hundred thousand come in, whatever they are. */
export class BulkImportsService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * Keeps the good rows and names the others. Memory does not grow with the number of rows.
   * @throws AppError whatever `rows` or the import throws; then nothing is kept
   */
  async run<T>(
    by: Administrator,
    { rows, dryRun }: ImportRequest<T>,
    { lineOf, write, audit }: BulkImport<T>,
  ): Promise<ImportResult> {
    const errors = new RowErrors();
    // All rows are read and checked before the transaction, so that it is a short one.
    const staged = await writeStagingFile(validLines(rows, lineOf, errors));
    const importRows = async (tx: Tx) => {
      const { counts, refused } = await write(tx, staged.read());
      const result = importResult(counts, [errors, refused], dryRun);
      const { errors: _, ...after } = result;
      await tx.audit.record(by, audit.action, audit.subjectId, { after });
      return result;
    };
    try {
      return await (dryRun ? this.#store.dryRun(importRows) : this.#store.transaction(importRows));
    } finally {
      await staged.delete();
    }
  }
}

/** The lines of the good rows; the others are added to `errors`. */
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
