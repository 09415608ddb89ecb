import type { Store } from '../db/store.ts';
import type { Administrator } from '../domain/administrators.ts';
import {
  type CheckedRow,
  type ImportResult,
  MAX_ROW_ERRORS,
  type PersonImport,
  type RowError,
} from '../domain/imports.ts';
import { spool } from '../lib/spool.ts';
import type { PeopleService } from './people.service.ts';

/** Brings in people by the hundred thousand. */
export class UserImportsService {
  readonly #store: Store;
  readonly #people: PeopleService;

  constructor(deps: { store: Store; people: PeopleService }) {
    this.#store = deps.store;
    this.#people = deps.people;
  }

  /**
   * Creates who is new and refreshes who is known, by messenger id. Good rows are kept when others
   * fail, and sending the same rows again changes nothing. What people set themselves stays, as do
   * the names of whoever has signed in. Memory does not grow with the number of rows.
   *
   * @param options.dryRun only tells what would happen
   * @throws AppError whatever `rows` throws; then nothing is kept
   */
  async import(
    by: Administrator,
    rows: AsyncIterable<CheckedRow<PersonImport>>,
    { dryRun }: { dryRun: boolean },
  ): Promise<ImportResult> {
    const errors = new RowErrors();
    // All rows are read and checked before the transaction, so that it is a short one.
    const staged = await spool(this.#lines(rows, errors));
    try {
      return await this.#store.transaction(
        async (tx) => {
          await tx.userImports.stage(staged.read());
          const refused = await tx.userImports.refuse();
          const counts = await tx.userImports.merge();
          const result = resultOf(counts, errors.with(refused), dryRun);
          if (dryRun) throw new DryRun(result);

          const { errors: _, ...after } = result;
          await tx.audit.insert(by, {
            action: 'user.import',
            subject_type: 'user',
            subject_id: null,
            after,
          });
          return result;
        },
        // Two imports of the same people may meet in opposite order; the spool can be read again.
        { retry: 3 },
      );
    } catch (error) {
      if (error instanceof DryRun) return error.result;
      throw error;
    } finally {
      await staged.delete();
    }
  }

  async *#lines(
    rows: AsyncIterable<CheckedRow<PersonImport>>,
    errors: RowErrors,
  ): AsyncGenerator<string> {
    const seen = new Map<number, number>();
    for await (const checked of rows) {
      if ('error' in checked) {
        errors.add(checked);
        continue;
      }
      const { row, value } = checked;
      const first = seen.get(value.messenger_id);
      if (first !== undefined) {
        errors.add({ row, field: 'messenger_id', error: `the same as in row ${first}` });
        continue;
      }
      seen.set(value.messenger_id, row);
      const hash = this.#people.hashOf(value.messenger_id);
      yield this.#store.userImports.lineOf(row, hash, value);
    }
  }
}

/** Rolls a dry run back, and carries out what it would have done. */
class DryRun extends Error {
  readonly result: ImportResult;

  constructor(result: ImportResult) {
    super('dry run');
    this.result = result;
  }
}

/** The rows left out so far: all are counted, the first of them kept. */
class RowErrors {
  readonly first: RowError[] = [];
  count = 0;

  add(error: RowError): void {
    this.count += 1;
    if (this.first.length < MAX_ROW_ERRORS) this.first.push(error);
  }

  /** These and others, as they would stand had they come in the order of their rows. */
  with(others: readonly RowError[]): RowErrors {
    const all = new RowErrors();
    const ordered = [...this.first, ...others].sort((a, b) => a.row - b.row);
    for (const error of ordered) all.add(error);
    all.count = this.count + others.length;
    return all;
  }
}

function resultOf(
  { staged, created, updated }: { staged: number; created: number; updated: number },
  errors: RowErrors,
  dry_run: boolean,
): ImportResult {
  return {
    total: staged + errors.count,
    created,
    updated,
    unchanged: staged - created - updated,
    failed: errors.count,
    dry_run,
    errors: errors.first,
  };
}
