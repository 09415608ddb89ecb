import {
  ENCRYPTED_COLUMNS,
  type EncryptedColumn,
  placeOf,
} from '../../domain/operations/encrypted-columns.ts';
import type { Encryption } from '../../lib/encryption.ts';
import type { Store } from '../../repositories/store.ts';

/** The number of values that are read at once. */
const BATCH = 500;

/** Encrypts stored values under the newest key, so that older keys can be removed. */
export class KeyRotationService {
  readonly #deps;

  constructor(deps: { store: Store; encryption: Encryption }) {
    this.#deps = deps;
  }

  /**
   * Re-encrypts every column, and returns the number of values by column. Each value commits by
   * itself, so the run can be interrupted and repeated. A value that the service changes during the
   * run is already under the newest key, or stays for the next run.
   *
   * @throws Error at the first value that no key of the list decrypts
   */
  async run(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const column of ENCRYPTED_COLUMNS) {
      counts[`${column.table}.${column.column}`] = await this.#rotate(column);
    }
    return counts;
  }

  /** The number of stored hashes by older key: they need the key for as long as they are kept. */
  async hashesByKey(newestKeyId: string) {
    const counts = await this.#deps.store.encryptedColumns.countHashesByKey();
    return counts.filter(({ key_id }) => key_id !== newestKeyId);
  }

  async #rotate(column: EncryptedColumn): Promise<number> {
    const { encryptedColumns } = this.#deps.store;
    const keyId = this.#deps.encryption.keyIdOf(column.purpose);
    let count = 0;
    let after = 0;
    for (;;) {
      const values = await encryptedColumns.listOlder(column, { keyId, after, limit: BATCH });
      for (const { row_id, value } of values) {
        const at = placeOf(column, row_id);
        const text = this.#deps.encryption.decrypt(column.purpose, at, value);
        const encrypted = this.#deps.encryption.encrypt(column.purpose, at, text);
        if (await encryptedColumns.update(column, { row_id, value }, encrypted)) count += 1;
        after = row_id;
      }
      if (values.length < BATCH) return count;
    }
  }
}
