import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { differences } from '../../domain/changes.ts';
import type { MediaUrls } from '../../domain/media/media-urls.ts';
import { checkWholeOrder } from '../../domain/orders.ts';
import {
  type ConferencePage,
  MAX_PAGES,
  type MarkInput,
  markInputs,
  type NewPage,
  type PageChanges,
  type PageKind,
} from '../../domain/programme/conference-pages.ts';
import { isExpected, type Target } from '../../domain/versions.ts';
import { AppError, invalid, notFound, preconditionFailed } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

interface PageTarget extends Target {
  readonly conference_id: number;
}

/** Information pages and the maps of conferences, for administrators. */
export class AdminConferencePagesService {
  readonly #store: Store;
  readonly #urls: MediaUrls;

  constructor(deps: { store: Store; urls: MediaUrls }) {
    this.#store = deps.store;
    this.#urls = deps.urls;
  }

  /**
   * In the order of the organizers.
   * @throws AppError NOT_FOUND
   */
  async list(conferenceId: number, request: NumberedRequest): Promise<Page<ConferencePage>> {
    if (!(await this.#store.conferences.find(conferenceId))) throw notFound('conference');
    return this.#store.read.conferencePages.list(conferenceId, request);
  }

  /**
   * Adds a page after the others.
   * @throws AppError VALIDATION_ERROR for marks of a text, a room of another conference, and a picture
   *   that organizers have not uploaded; NOT_FOUND; PAGE_LIMIT for the 21st page; CONFLICT for a second map
   */
  async create(
    by: Administrator,
    conferenceId: number,
    { kind, marks = [], ...given }: NewPage,
  ): Promise<ConferencePage> {
    return this.#change(conferenceId, async (tx) => {
      if ((await tx.conferencePages.listIds(conferenceId)).length >= MAX_PAGES) throw atLimit();
      await this.#check(tx, { conferenceId, kind, marks, image_url: given.image_url });
      const { title, body = '', image_url = null, translations = {} } = given;
      const id = await tx.conferencePages.insert(
        { conference_id: conferenceId, kind },
        { title, body, image_url, translations },
      );
      await tx.conferencePages.insertMarks(id, marks);
      const page = await view(tx, { id, conference_id: conferenceId });
      await tx.audit.record(by, 'conference_page.create', id, { after: page });
      return page;
    });
  }

  /**
   * Updates the given fields; `marks` replaces all marks.
   * @throws AppError as `create`; NOT_FOUND; PRECONDITION_FAILED
   */
  async update(by: Administrator, target: PageTarget, given: PageChanges): Promise<ConferencePage> {
    const { id, conference_id: conferenceId } = target;
    return this.#change(conferenceId, async (tx) => {
      const page = await lock(tx, target);
      const { marks, ...fields } = given;
      await this.#check(tx, {
        conferenceId,
        kind: page.kind,
        marks: marks ?? [],
        image_url: given.image_url === page.image_url ? null : given.image_url,
      });
      const { before, after } = differences<{ marks: readonly MarkInput[] }>(
        { ...page, marks: markInputs(page.marks) },
        { ...fields, ...(marks && { marks: markInputs(marks) }) },
      );
      if (Object.keys(after).length === 0) return page;
      const { marks: changedMarks, ...changed } = after;
      if (changedMarks) {
        await tx.conferencePages.deleteMarks(id);
        await tx.conferencePages.insertMarks(id, changedMarks);
      }
      await tx.conferencePages.update(id, changed);
      await tx.audit.record(by, 'conference_page.update', id, { before, after });
      return view(tx, target);
    });
  }

  /**
   * Puts all pages of the conference in the order of `ids`. Safe to repeat.
   * @throws AppError NOT_FOUND; CONFLICT unless `ids` has each page once
   */
  async order(by: Administrator, conferenceId: number, ids: readonly number[]): Promise<void> {
    await this.#change(conferenceId, async (tx) => {
      const before = await tx.conferencePages.listIds(conferenceId);
      checkWholeOrder('pages of the conference', before, ids);
      if ((await tx.conferencePages.updateOrder(ids)) === 0) return;
      await tx.audit.record(by, 'conference.order_pages', conferenceId, {
        before: { page_ids: before },
        after: { page_ids: ids },
      });
    });
  }

  /** @throws AppError NOT_FOUND; PRECONDITION_FAILED */
  async delete(by: Administrator, target: PageTarget): Promise<void> {
    await this.#change(target.conference_id, async (tx) => {
      const page = await lock(tx, target);
      await tx.conferencePages.delete(page.id);
      await tx.audit.record(by, 'conference_page.delete', page.id, { before: page });
    });
  }

  /** Runs `work` under the lock of the conference, which all writes of its pages and rooms take. */
  async #change<T>(conferenceId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#store.transaction(async (tx) => {
      if (!(await tx.conferences.lock(conferenceId))) throw notFound('conference');
      return work(tx);
    });
  }

  async #check(
    tx: Tx,
    given: {
      readonly conferenceId: number;
      readonly kind: PageKind;
      readonly marks: readonly MarkInput[];
      readonly image_url: string | null | undefined;
    },
  ): Promise<void> {
    const { conferenceId, kind, marks, image_url } = given;
    if (kind === 'text' && marks.length > 0) {
      throw invalid('marks', 'expected none on a page that is no map', 'not_allowed');
    }
    const ids = marks.flatMap(({ room_id }) => room_id ?? []);
    const rooms = ids.length > 0 ? await tx.conferencePages.listRoomIds(conferenceId, ids) : [];
    const foreign = marks.findIndex(({ room_id }) => room_id && !rooms.includes(room_id));
    if (foreign >= 0) {
      const field = `marks.${foreign}.room_id`;
      throw invalid(field, 'expected a room of this conference', 'not_found');
    }
    const key = image_url && this.#urls.keyIn(image_url);
    // Locked, so that a deletion of the file sees this page, or this sees the deletion.
    if (image_url && !(key && (await tx.media.lockOrganizersImage(key)))) {
      throw invalid('image_url', 'expected a picture that organizers have uploaded', 'not_found');
    }
  }
}

type PageOf = Pick<PageTarget, 'id' | 'conference_id'>;

async function lock(tx: Tx, { id, conference_id, ifMatch }: PageTarget): Promise<ConferencePage> {
  const locked = await tx.conferencePages.lock({ id, conference_id });
  if (!locked) throw notFound('page');
  const page = await view(tx, { id, conference_id });
  if (!isExpected(locked, ifMatch)) throw preconditionFailed(page);
  return page;
}

async function view(tx: Tx, { id, conference_id }: PageOf): Promise<ConferencePage> {
  const page = await tx.read.conferencePages.find({ id, conference_id });
  if (!page) throw notFound('page');
  return page;
}

const atLimit = () =>
  new AppError('PAGE_LIMIT', `A conference has at most ${MAX_PAGES} pages; delete one first`);
