import type { Readable } from 'node:stream';
import { isReady, type MediaPurpose, type ReadyMedia } from '../../domain/media/media.ts';
import type { MediaUrls } from '../../domain/media/media-urls.ts';
import { AppError, forbidden, invalid, notFound } from '../../errors.ts';
import type { Media as Stores } from '../../integrations/media/open-media.ts';
import {
  isMediaKey,
  isMediaUrlValid,
  isPrivateKey,
  type MediaUrlSignature,
  signMediaUrl,
} from '../../lib/media-keys.ts';
import type { Store } from '../../repositories/store.ts';

/** A stored file that may be sent. */
export interface MediaFile {
  readonly key: string;
  readonly mime_type: string;
  readonly bytes: number;
  readonly purpose: MediaPurpose;
  /** Undefined if the file is gone. @throws AppError UPSTREAM_ERROR */
  readonly open: (
    range: { readonly start: number; readonly end: number } | undefined,
  ) => Promise<Readable | undefined>;
}

export interface MediaUrl {
  readonly url: string;
  /** Null for a public file. */
  readonly expires_at: string | null;
}

interface Deps {
  readonly store: Store;
  readonly stores: Stores;
  readonly urls: MediaUrls;
  /** The first one signs URLs, all of them verify. */
  readonly urlSecrets: readonly string[];
  readonly now: () => Date;
}

/** Serves and deletes stored media. */
export class MediaService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The file with this key, or the variant.
   * @throws AppError NOT_FOUND also for a private file without a valid signature
   */
  async file(key: string, signature: MediaUrlSignature | undefined): Promise<MediaFile> {
    const { urlSecrets: secrets, now } = this.#deps;
    const isAllowed =
      isMediaKey(key) &&
      (!isPrivateKey(key) ||
        (signature !== undefined && isMediaUrlValid(key, signature, { secrets, now: now() })));
    const media = isAllowed ? await this.#deps.store.media.findByKey(key) : undefined;
    if (!isReady(media)) throw notFound('media');
    const variant = Object.values(media.variants).find((one) => one.key === key);
    const mediaStore = this.#deps.stores.stores[media.storage];
    return {
      key,
      mime_type: variant ? 'image/webp' : media.mime_type,
      bytes: variant?.bytes ?? media.bytes,
      purpose: media.purpose,
      open: async (range) => (await mediaStore?.open(key, range))?.stream,
    };
  }

  /** @throws AppError NOT_FOUND unless the user owns it */
  async urlFor(userId: number, id: number): Promise<MediaUrl> {
    const media = await this.#deps.store.media.find(id);
    if (!isReady(media) || media.user_id !== userId) throw notFound('media');
    return this.urlOf(media);
  }

  /** A URL that anyone can read for 10 minutes; for a public file, its permanent URL. */
  urlOf({ storage, key, purpose }: Pick<ReadyMedia, 'storage' | 'key' | 'purpose'>): MediaUrl {
    const { urlSecrets: secrets, urls } = this.#deps;
    // A private object is streamed by the service, never read from the store.
    if (purpose === 'public') return { url: urls.of(storage, key), expires_at: null };
    const { expires, signature } = signMediaUrl(key, { secrets, now: this.#deps.now() });
    return {
      url: `${urls.of('local', key)}?expires=${expires}&signature=${signature}`,
      expires_at: new Date(expires * 1_000).toISOString(),
    };
  }

  /**
   * Deletes an upload of the user; the worker deletes its files. Profiles that show it get the
   * messenger's photo again, and a decided submission stays without its image.
   *
   * @throws AppError FORBIDDEN for the public media of others; NOT_FOUND also for private media of
   *   others; VALIDATION_ERROR for a URL of another service; MEDIA_IN_USE for a proof that awaits
   *   review
   */
  async delete(userId: number, named: { id: number } | { url: string }): Promise<{ id: number }> {
    const found =
      'id' in named
        ? await this.#deps.store.media.find(named.id)
        : await this.#deps.store.media.findByKey(this.#keyIn(named.url));
    if (!isReady(found)) throw notFound('media');
    if (found.user_id !== userId)
      throw found.purpose === 'public' ? forbidden() : notFound('media');
    const { id } = found;
    await this.#deps.store.transaction(async (tx) => {
      // Users before media: the lock order of erasures and of uploads.
      await tx.users.lockAllowingReferences(userId);
      const media = await tx.media.lock(id);
      if (!isReady(media)) throw notFound('media');
      // Checks under the lock of the user, which every submission takes.
      if ((await tx.submissions.countAwaitingReview(id)) > 0)
        throw new AppError('MEDIA_IN_USE', 'This image is a proof that awaits review');
      await tx.submissions.updateWithoutMedia(id);
      await tx.users.deletePhoto(id);
      await tx.media.updateDeleting(id);
      await tx.jobs.add('delete-media', null);
    });
    return { id };
  }

  #keyIn(url: string): string {
    const key = this.#deps.urls.keyIn(url);
    if (key === undefined || !isMediaKey(key))
      throw invalid('url', 'expected the URL of an upload', 'not_found');
    return key;
  }
}
