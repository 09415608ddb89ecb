import type { ImportResult, PersonImport } from '../../domain/imports.ts';
import type { Administrator } from '../../domain/people/administrators.ts';
import type { Store } from '../../repositories/store.ts';
import type { BulkImportsService, SentRows } from '../bulk-imports.service.ts';
import type { AccountsService } from './accounts.service.ts';

/** Brings in people by the hundred thousand. */
export class UserImportsService {
  readonly #store: Store;
  readonly #accounts: AccountsService;
  readonly #bulkImports: BulkImportsService;

  constructor(deps: { store: Store; accounts: AccountsService; bulkImports: BulkImportsService }) {
    this.#store = deps.store;
    this.#accounts = deps.accounts;
    this.#bulkImports = deps.bulkImports;
  }

  /**
   * Creates who is new and refreshes who is known, by messenger id. Good rows are kept when others
   * fail, and sending the same rows again changes nothing. What people set themselves stays, as do
   * the names of whoever has signed in.
   *
   * @throws AppError whatever `rows` throws; then nothing is kept
   */
  async import(by: Administrator, sent: SentRows<PersonImport>): Promise<ImportResult> {
    return this.#bulkImports.run(by, sent, {
      lineOf: (row, person) =>
        this.#store.userImports.lineOf(row, this.#accounts.hashOf(person.messenger_id), person),
      async write(tx, lines) {
        await tx.userImports.insertLines(lines);
        const refused = await tx.userImports.deleteRefused();
        return { refused, counts: await tx.userImports.upsertStaged() };
      },
      audit: { action: 'user.import', subjectId: null },
    });
  }
}
