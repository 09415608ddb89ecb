import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { isReady, type MediaUse, type ReadyMedia } from '../../domain/media/media.ts';
import { type MediaUrls, type MediaView, mediaView } from '../../domain/media/media-urls.ts';
import { AppError, notFound } from '../../errors.ts';
import { eachByItself, type Refused } from '../../lib/each-by-itself.ts';
import type {
  AdminMediaFilter,
  AdminMediaPosition,
} from '../../repositories/media/admin-media.read-model.ts';
import type { Store } from '../../repositories/store.ts';
import type { MediaService, MediaUrl } from './media.service.ts';

/** Media with what shows it. */
export interface MediaDetails extends MediaView {
  readonly uses: readonly MediaUse[];
}

/** The row of a bulk deletion. */
export type DeletedMedia = { readonly id: number; readonly deleted: true } | Refused;

/** Media for administrators: list, read, delete. */
export class AdminMediaService {
  readonly #deps;

  constructor(deps: { store: Store; media: MediaService; urls: MediaUrls }) {
    this.#deps = deps;
  }

  async list(
    filter: AdminMediaFilter,
    page: PageRequest<AdminMediaPosition>,
  ): Promise<Page<MediaView, AdminMediaPosition>> {
    const found = await this.#deps.store.search(filter.q, (read) =>
      read.adminMedia.list(filter, page),
    );
    const rows = found.rows.filter(isReady).map((row) => mediaView(row, this.#deps.urls));
    return { ...found, rows };
  }

  /** @throws AppError NOT_FOUND */
  async get(id: number): Promise<MediaDetails> {
    const { store, urls } = this.#deps;
    const media = existing(await store.media.find(id));
    return { ...mediaView(media, urls), uses: await store.read.adminMedia.listUses(id) };
  }

  /**
   * A URL of the file; it is audited, since a private file is a user's.
   * @throws AppError NOT_FOUND
   */
  async urlOf(by: Administrator, id: number): Promise<MediaUrl> {
    return this.#deps.store.transaction(async (tx) => {
      const media = await tx.media.find(id);
      if (!isReady(media)) throw notFound('media');
      await tx.audit.record(by, 'media.open', id);
      return this.#deps.media.urlOf(media);
    });
  }

  /**
   * Deletes any upload; the worker deletes its files. Profiles that show it get the messenger's photo
   * again, and submissions stay without their image, also those that await review. An information page
   * keeps its picture, without which a map means nothing.
   *
   * @throws AppError NOT_FOUND; MEDIA_IN_USE while an information page shows it
   */
  async delete(by: Administrator, id: number): Promise<{ id: number }> {
    return this.#delete(by, id, { onlyUnused: false });
  }

  /**
   * As `delete`, for each of the ids by itself, unless a submission, a profile or a picture of the program
   * shows the file: a refused one does not stop the others.
   */
  async deleteUnused(by: Administrator, ids: readonly number[]): Promise<readonly DeletedMedia[]> {
    return eachByItself(ids, async (id) => {
      await this.#delete(by, id, { onlyUnused: true });
      return { deleted: true } as const;
    });
  }

  async #delete(
    by: Administrator,
    id: number,
    { onlyUnused }: { readonly onlyUnused: boolean },
  ): Promise<{ id: number }> {
    return this.#deps.store.transaction(async (tx) => {
      // Users before media: the lock order of erasures and of uploads.
      const { user_id } = existing(await tx.media.find(id));
      if (user_id !== null) await tx.users.lockAllowingReferences(user_id);
      const { kind, purpose } = existing(await tx.media.lock(id));
      if (onlyUnused && !(await tx.media.findUnused(id))) throw inUse();
      if (await tx.media.findPage(id)) throw onPage();
      await tx.submissions.updateWithoutMedia(id);
      await tx.users.deletePhoto(id);
      await tx.media.updateDeleting(id);
      await tx.jobs.add('delete-media', null);
      await tx.audit.record(by, 'media.delete', id, { before: { user_id, kind, purpose } });
      return { id };
    });
  }
}

const onPage = () =>
  new AppError('MEDIA_IN_USE', 'An information page of a conference shows this picture');

const inUse = () =>
  new AppError(
    'MEDIA_IN_USE',
    'A submission, a profile or a picture of the program shows this file',
  );

function existing(media: Parameters<typeof isReady>[0]): ReadyMedia {
  if (!isReady(media)) throw notFound('media');
  return media;
}
