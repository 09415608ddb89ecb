import type { ImportResult, UserImportRow } from '../../domain/imports.ts';
import type { Administrator } from '../../domain/people/administrators.ts';
import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import type { Store } from '../../repositories/store.ts';
import type { BulkImportsService, ImportRequest } from '../bulk-imports.service.ts';

/** Brings in people by the hundred thousand. */
export class UserImportsService {
  readonly #store: Store;
  readonly #hashOf: MessengerHash;
  readonly #bulkImports: BulkImportsService;

  constructor(deps: { store: Store; hashOf: MessengerHash; bulkImports: BulkImportsService }) {
    this.#store = deps.store;
    this.#hashOf = deps.hashOf;
    this.#bulkImports = deps.bulkImports;
  }

  /**
   * Creates who is new and refreshes who is known, by messenger id. Good rows are kept when others
   * fail, and sending the same rows again changes nothing. What people set themselves stays, as do
   * the names of whoever has signed in.
   *
   * @throws AppError whatever `rows` throws; then nothing is kept
   */
  async import(by: Administrator, sent: ImportRequest<UserImportRow>): Promise<ImportResult> {
    return this.#bulkImports.run(by, sent, {
      lineOf: (row, person) =>
        this.#store.userImports.lineOf(row, this.#hashOf(person.messenger_id), person),
      async write(tx, lines) {
        await tx.userImports.insertLines(lines);
        const refused = await tx.userImports.deleteRefused();
        return { refused, counts: await tx.userImports.upsertStaged() };
      },
      audit: { action: 'user.import', subjectId: null },
    });
  }
}
