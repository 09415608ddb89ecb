import type { Administrator } from '../../domain/administration/administrators.ts';
import { checkSeesContacts } from '../../domain/administration/contacts.ts';
import type { ImportResult, UserImportRow } from '../../domain/imports.ts';
import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import type { Store } from '../../repositories/store.ts';
import type { BulkImportsService, ImportRequest } from '../bulk-imports.service.ts';

/** Imports users, up to 100,000 in one request. */
export class UserImportsService {
  readonly #deps;

  constructor(deps: { store: Store; hashOf: MessengerHash; bulkImports: BulkImportsService }) {
    this.#deps = deps;
  }

  /**
   * Creates or updates users by messenger id. Valid rows are written even if others fail; sending
   * the same rows again changes nothing. Never overwrites profile fields that a user has edited, or
   * messenger data such as names once the user has signed in.
   *
   * @throws AppError FORBIDDEN for a dry run without `people:contacts`; the error of `rows`; then nothing
   *   is written
   */
  async import(by: Administrator, sent: ImportRequest<UserImportRow>): Promise<ImportResult> {
    // Its counts would say whom a contact belongs to, and nothing would record that it was asked.
    if (sent.dryRun) checkSeesContacts(by);
    return this.#deps.bulkImports.run(by, sent, {
      lineOf: (row, person) =>
        this.#deps.store.userImports.lineOf(
          row,
          this.#deps.hashOf(person.messenger_id).all,
          person,
        ),
      async write(tx, read) {
        await tx.userImports.insertLines(read());
        const refused = await tx.userImports.deleteRefused();
        return { refused, counts: await tx.userImports.upsertStaged() };
      },
      audit: { action: 'user.import', subjectId: null },
    });
  }
}
