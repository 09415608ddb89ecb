import { IncomingFiles } from './incoming-files.ts';
import { LocalStore } from './local-store.ts';
import type { MediaStore } from './media-store.ts';
import { ObjectStore, type ObjectStoreSettings } from './object-store.ts';

/** Age at which files of uploads count as left over: twice the longest upload. */
const LEFTOVER_MS = 3_600_000;

export const MEDIA_STORES = ['local', 'objstore'] as const;
export type MediaStoreName = (typeof MEDIA_STORES)[number];

export interface Media {
  /** The folder of incoming uploads; undefined when MEDIA_DIR is not set. */
  readonly incoming: IncomingFiles | undefined;
  /** The configured stores. Both stay readable, whichever takes new files. */
  readonly stores: Readonly<Partial<Record<MediaStoreName, MediaStore>>>;
  /**
   * Deletes the remains of uploads older than an hour, and returns their number. Call it at start
   * and hourly; a process may do so while another does.
   *
   * @throws AppError UPSTREAM_ERROR when the object store fails; the folder is swept then
   */
  sweep(now: Date): Promise<number>;
  close(): Promise<void>;
}

/** Opens the configured stores, without a request to any of them. */
export function openMedia({
  directory,
  objects,
}: {
  readonly directory: string | undefined;
  readonly objects: ObjectStoreSettings | undefined;
}): Media {
  const incoming = directory === undefined ? undefined : new IncomingFiles({ directory });
  const stores = {
    ...(directory && incoming ? { local: new LocalStore({ directory, incoming }) } : {}),
    ...(objects ? { objstore: new ObjectStore(objects) } : {}),
  };
  return {
    incoming,
    stores,
    async sweep(now) {
      const before = new Date(now.getTime() - LEFTOVER_MS);
      let count = 0;
      for (const store of Object.values(stores)) count += await store.sweep({ before });
      return count;
    },
    async close() {
      for (const store of Object.values(stores)) await store.close();
    },
  };
}
