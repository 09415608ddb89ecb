import {
  isReady,
  type Media,
  type ReadyMedia,
  type VariantFile,
} from '../../domain/media/media.ts';
import type { Media as Stores } from '../../integrations/media/open-media.ts';
import type { Store } from '../../repositories/store.ts';

/** Files whose size is asked for at once. */
const CONCURRENCY = 10;

/** A stored file whose size differs from that in its row. */
export interface SizeDifference {
  readonly media_id: number;
  readonly field: string;
  readonly expected: number | null;
  readonly found: number;
}

/** Compares the sizes in the rows of media with the stored files. */
export class MediaSizesService {
  readonly #deps;

  constructor(deps: { store: Store; stores: Stores }) {
    this.#deps = deps;
  }

  /**
   * Yields the sizes that differ, in batches; `expected` is null for a missing file. Media in a store
   * that is not configured is left out. The files are outside of the database, so no snapshot holds
   * them: what is deleted during the check is left out, too.
   *
   * @throws AppError UPSTREAM_ERROR
   */
  async *listDifferences(): AsyncGenerator<readonly SizeDifference[]> {
    for (let after = 0; ; ) {
      const page = (await this.#deps.store.media.listInStatus('ready', after)).filter(isReady);
      const last = page.at(-1);
      if (!last) return;
      after = last.id;
      for (let from = 0; from < page.length; from += CONCURRENCY) {
        const some = page.slice(from, from + CONCURRENCY);
        yield (await Promise.all(some.map((media) => this.#differencesOf(media)))).flat();
      }
    }
  }

  async #differencesOf(media: ReadyMedia): Promise<readonly SizeDifference[]> {
    const wrong = (await this.#sizesOf(media)).filter(({ expected, found }) => expected !== found);
    if (wrong.length === 0) return [];
    return isReady(await this.#deps.store.media.find(media.id)) ? wrong : [];
  }

  async #sizesOf(media: ReadyMedia): Promise<readonly SizeDifference[]> {
    const files = [
      { field: 'bytes', key: media.key, found: media.bytes },
      ...variantsOf(media).map(([name, { key, bytes }]) => ({
        field: `variants.${name}.bytes`,
        key,
        found: bytes,
      })),
    ];
    const mediaStore = this.#deps.stores.stores[media.storage];
    if (!mediaStore) return [];
    return Promise.all(
      files.map(async ({ key, ...kept }) => {
        const opened = await mediaStore.open(key, { start: 0, end: 0 });
        opened?.stream.destroy();
        return { media_id: media.id, ...kept, expected: opened?.bytes ?? null };
      }),
    );
  }
}

const variantsOf = ({ variants }: Media): [string, VariantFile][] => Object.entries(variants);
