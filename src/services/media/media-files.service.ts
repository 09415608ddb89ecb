import type { Logger } from 'pino';
import type { Media } from '../../domain/media/media.ts';
import type { Media as Stores } from '../../integrations/media/open-media.ts';
import type { Store } from '../../repositories/store.ts';

const HOUR_MS = 3_600_000;
/** An upload may take half an hour. */
const INTERRUPTED_MS = HOUR_MS;
/** Far longer than an upload, during which a file precedes its row. */
const UNKNOWN_MS = 24 * HOUR_MS;
const UNNAMED_PROOF_MS = 7 * 24 * HOUR_MS;
/** The number of files per look-up. */
const BATCH = 500;

/** Keeps rows and files consistent, also after a crash. */
export class MediaFilesService {
  readonly #deps;

  constructor(deps: { store: Store; stores: Stores; log: Logger; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * Deletes the files, then the row, of all media that is marked for deletion. Safe to repeat, and to
   * run in several processes. A store that fails keeps its rows for the next run.
   */
  async deleteMarked(signal?: AbortSignal): Promise<{ deleted: number }> {
    let deleted = 0;
    let after = 0;
    for (;;) {
      const marked = await this.#deps.store.media.listInStatus('deleting', after);
      for (const media of marked) {
        signal?.throwIfAborted();
        if (await this.#delete(media)) deleted += 1;
        after = media.id;
      }
      if (marked.length === 0) return { deleted };
    }
  }

  /**
   * Marks interrupted uploads of more than an hour and proofs of more than 7 days that no
   * submission shows for deletion, deletes the marked media, files of more than a day without a
   * row, and the remains of interrupted calls. Public media that is ready is never touched: its URL
   * may be anywhere.
   */
  async sweep(signal?: AbortSignal): Promise<object> {
    const { store, stores } = this.#deps;
    const interrupted = await store.media.updateDeletingInterrupted(this.#before(INTERRUPTED_MS));
    const proofs = await store.transaction(async (tx) => {
      const ids = await tx.media.lockUnnamedProofs(this.#before(UNNAMED_PROOF_MS));
      return tx.media.updateDeletingUnnamed(ids);
    });
    const { deleted } = await this.deleteMarked(signal);
    const leftovers = await this.#orLog('leftovers', 0, stores.sweep(this.#deps.now()));
    const unknown = await this.#orLog('files without a row', 0, this.#deleteUnknown(signal));
    return { interrupted, proofs, deleted, leftovers, unknown };
  }

  async #delete({ id, key, storage, variant_keys }: Media): Promise<boolean> {
    const mediaStore = this.#deps.stores.stores[storage];
    const keys = key === null ? [] : [key, ...variant_keys];
    // Without its store, the row stays until the store is configured again.
    if (!mediaStore && keys.length > 0) return false;
    const files = Promise.all(keys.map(async (one) => mediaStore?.delete(one)));
    if (!(await this.#orLog('files of media', undefined, files))) return false;
    await this.#deps.store.media.delete(id);
    return true;
  }

  async #deleteUnknown(signal: AbortSignal | undefined): Promise<number> {
    const { store, stores, now } = this.#deps;
    const before = new Date(now().getTime() - UNKNOWN_MS);
    let count = 0;
    for (const mediaStore of Object.values(stores.stores)) {
      const flush = async (keys: readonly string[]) => {
        signal?.throwIfAborted();
        const unknown = await store.media.listUnknownKeys(keys);
        for (const key of unknown) await mediaStore.delete(key);
        count += unknown.length;
      };
      let keys: string[] = [];
      for await (const { key } of mediaStore.list({ before })) {
        keys.push(key);
        if (keys.length < BATCH) continue;
        await flush(keys);
        keys = [];
      }
      if (keys.length > 0) await flush(keys);
    }
    return count;
  }

  /** A store that fails must not stop the work on the other one; the next run repeats it. */
  async #orLog<T, F>(what: string, otherwise: F, work: Promise<T>): Promise<T | F> {
    try {
      return await work;
    } catch (err) {
      this.#deps.log.warn({ err }, `${what}: not deleted, next try in the next run`);
      return otherwise;
    }
  }

  #before(ms: number): string {
    return new Date(this.#deps.now().getTime() - ms).toISOString();
  }
}
