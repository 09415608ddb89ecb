import type { Logger } from 'pino';
import type { Administrator } from '../../domain/administration/administrators.ts';
import {
  isReady,
  type Media,
  type MediaKind,
  type MediaPurpose,
  type MediaQuota,
  type MediaStorage,
  quotaProblem,
  type ReadyMedia,
} from '../../domain/media/media.ts';
import { type MediaUrls, type MediaView, mediaView } from '../../domain/media/media-urls.ts';
import { AppError, invalidToken, notFound, rateLimited, retrySeconds } from '../../errors.ts';
import type { MediaStore } from '../../integrations/media/media-store.ts';
import type { Media as Stores } from '../../integrations/media/open-media.ts';
import { discardFile } from '../../lib/files.ts';
import { KeyedPlaces } from '../../lib/keyed-limit.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import { type PreparedMedia, prepareImage, prepareVideo } from './prepared-media.service.ts';

/** Images of at most 10 MiB, videos of at most 200 MiB. */
export const MAX_MEDIA_BYTES = { image: 10 * 1_024 ** 2, video: 200 * 1_024 ** 2 } as const;
/** Uploads of one user at once in a process. */
const AT_ONCE = 3;
const DAY_MS = 86_400_000;
/** The key of a file is random and never used again, so it never changes. */
export const CACHE_CONTROL = {
  public: 'public, max-age=2592000, immutable',
  proof: 'private, no-store',
} as const;

export interface NewUpload {
  /** Null for an upload by an administrator, which has no quota. */
  readonly user_id: number | null;
  readonly kind: MediaKind;
  /** The object store, or the store of the plain endpoints. */
  readonly storage: 'objstore' | 'default';
  /** The size that the client declares. */
  readonly bytes: number;
  /** Counts the pixels that are decoded for the user. @throws AppError RATE_LIMITED */
  readonly countPixels?: (pixels: number) => Promise<void>;
}

/**
 * An upload whose row is stored. Disposing it removes an upload that has not become ready, and never
 * throws.
 */
export interface StoringUpload extends AsyncDisposable {
  readonly id: number;
  readonly kind: MediaKind;
  readonly storage: MediaStorage;
  /** The path to which the file is received. */
  readonly path: string;
  readonly store: MediaStore;
  /** The owner for the decoding queue; all administrators count as one. */
  readonly person: string;
  readonly countPixels: NewUpload['countPixels'];
}

interface Deps {
  readonly store: Store;
  readonly stores: Stores;
  readonly urls: MediaUrls;
  readonly quota: MediaQuota;
  readonly defaultStorage: MediaStorage;
  readonly log: Logger;
  readonly now: () => Date;
}

/**
 * Stores images and videos. Row and file stay consistent: the row is `storing` before the first
 * byte, and becomes `ready` after the last file. `MediaFilesService` sweeps the remains of a crash.
 */
export class UploadsService {
  readonly #deps: Deps;
  readonly #places = new KeyedPlaces<number>(AT_ONCE);
  /** The uploads that became ready, whose files stay. */
  readonly #finished = new WeakSet<StoringUpload>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Decides whether a file may be received. Declare the result with `await using`.
   *
   * @throws AppError RATE_LIMITED while 3 uploads of the user run in this process; QUOTA_EXCEEDED;
   *   SERVICE_UNAVAILABLE when the store is not configured or the disk is nearly full;
   *   INVALID_TOKEN if the user has been erased
   */
  async begin(upload: NewUpload): Promise<StoringUpload> {
    const { user_id, kind, countPixels } = upload;
    const person = user_id === null ? 'administrators' : String(user_id);
    using resources = new DisposableStack();
    if (user_id !== null) resources.use(this.#placeOf(user_id));
    const storage = upload.storage === 'default' ? this.#deps.defaultStorage : upload.storage;
    const bytes = Math.min(upload.bytes, MAX_MEDIA_BYTES[kind]);
    const { incoming, stores } = this.#deps.stores;
    const store = stores[storage];
    const id = await this.#deps.store.transaction(async (tx) => {
      const created_at = this.#deps.now().toISOString();
      if (user_id !== null) await this.#refuseOverQuota(tx, user_id, { kind, bytes });
      if (!incoming || !store) throw notConfigured(storage);
      return tx.media.insert({ user_id, kind, storage, bytes, created_at });
    });
    const place = resources.move();
    try {
      if (!incoming || !store) throw notConfigured(storage);
      const path = await incoming.reserve(MAX_MEDIA_BYTES[kind]);
      const begun: StoringUpload = {
        ...{ id, kind, storage, path, store, person, countPixels },
        [Symbol.asyncDispose]: async () => {
          place.dispose();
          if (!this.#finished.has(begun)) await this.#discard(id);
        },
      };
      return begun;
    } catch (error) {
      place.dispose();
      await this.#discard(id);
      throw error;
    }
  }

  /**
   * Stores the file that was received at `upload.path`.
   *
   * @throws AppError UNSUPPORTED_MEDIA_TYPE, VALIDATION_ERROR for a damaged file; RATE_LIMITED by
   *   `countPixels`; UPSTREAM_ERROR when the store fails; SERVICE_UNAVAILABLE when too many images
   *   wait; NOT_FOUND if the upload has been deleted
   */
  async complete(upload: StoringUpload, purpose: MediaPurpose): Promise<MediaView> {
    return mediaView(
      await this.#complete(upload, purpose, (tx) => this.#ready(tx, upload)),
      this.#deps.urls,
    );
  }

  /** As `complete`, for an upload by an administrator, which is audited. */
  async completeFor(by: Administrator, upload: StoringUpload): Promise<MediaView> {
    const media = await this.#complete(upload, 'public', async (tx) => {
      const ready = await this.#ready(tx, upload);
      const { kind, bytes, mime_type } = ready;
      await tx.audit.record(by, 'media.create', upload.id, { after: { kind, bytes, mime_type } });
      return ready;
    });
    return mediaView(media, this.#deps.urls);
  }

  async #complete(
    upload: StoringUpload,
    purpose: MediaPurpose,
    finish: (tx: Tx) => Promise<ReadyMedia>,
  ): Promise<ReadyMedia> {
    const prepare = upload.kind === 'image' ? prepareImage : prepareVideo;
    const prepared = await prepare(upload, purpose);
    try {
      const isNoted = await this.#deps.store.media.updateFiles(upload.id, prepared.row);
      if (!isNoted) throw notFound('upload');
      await putAll(prepared, upload.store, purpose);
      const ready = await this.#deps.store.transaction(finish);
      this.#finished.add(upload);
      return ready;
    } finally {
      for (const { path } of prepared.files) await discardFile(path);
    }
  }

  async #ready(tx: Tx, { id }: StoringUpload): Promise<ReadyMedia> {
    const media: Media | undefined = await tx.media.updateReady(id);
    if (!isReady(media)) throw notFound('upload');
    return media;
  }

  #placeOf(userId: number): Disposable {
    const place = this.#places.take(userId);
    if (place) return place;
    throw rateLimited(
      `You have ${AT_ONCE} uploads running; wait for one to end`,
      1_000 * retrySeconds(),
    );
  }

  /** Locks the user, so that uploads that begin at once are counted one after the other. */
  async #refuseOverQuota(
    tx: Tx,
    userId: number,
    upload: Pick<Media, 'kind' | 'bytes'>,
  ): Promise<void> {
    const user = await tx.users.lockAllowingReferences(userId);
    if (!user || user.erased_at !== null) throw invalidToken();
    const dayBefore = new Date(this.#deps.now().getTime() - DAY_MS).toISOString();
    const uploaded = await tx.media.countUploaded(userId, dayBefore);
    const problem = quotaProblem(this.#deps.quota, uploaded, upload);
    if (problem) throw new AppError('QUOTA_EXCEEDED', problem);
  }

  /**
   * The worker deletes what is stored already; a store that is down must not delay the answer. An
   * unreachable database must not hide the reason of the failure either: the sweep deletes the row
   * later.
   */
  async #discard(id: number): Promise<void> {
    const discarded = this.#deps.store.transaction(async (tx) => {
      const media = await tx.media.lock(id);
      if (media?.status !== 'storing') return;
      if (media.key === null) return tx.media.delete(id);
      await tx.media.updateDeleting(id);
      await tx.jobs.add('delete-media', null);
    });
    await discarded.catch((err) =>
      this.#deps.log.warn({ err }, 'upload: not discarded, swept after an hour'),
    );
  }
}

/**
 * Stores all files at once, so that a store that is down fails the upload within one time limit.
 */
async function putAll(
  { files, row: { purpose } }: PreparedMedia,
  store: MediaStore,
  cache: MediaPurpose = purpose,
): Promise<void> {
  const puts = await Promise.allSettled(
    files.map(({ key, path, ...file }) =>
      store.put(key, path, { ...file, cacheControl: CACHE_CONTROL[cache] }),
    ),
  );
  const failed = puts.find((put) => put.status === 'rejected');
  if (failed) throw failed.reason;
}

const notConfigured = (storage: MediaStorage) =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    storage === 'objstore' ? 'No object store is configured' : 'Uploads are not configured',
    { headers: { 'Retry-After': '60' } },
  );
