import type { NumberedRequest, Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import {
  type ItemRatings,
  type Rating,
  type RatingInput,
  ratingAfter,
  type SpeakerRatings,
} from '../../domain/feedback/ratings.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import { AppError, notFound, unauthorized } from '../../errors.ts';
import { inBatches } from '../../lib/batches.ts';
import type { RatingsFilter } from '../../repositories/feedback/ratings.read-model.ts';
import type { RatingKey } from '../../repositories/feedback/ratings.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** Ratings of agenda items by those who take part. */
export class RatingsService {
  readonly #store: Store;

  constructor({ store }: { store: Store }) {
    this.#store = store;
  }

  /** @throws AppError NOT_FOUND without a rating */
  async get(user_id: number, agenda_item_id: number): Promise<Rating> {
    const rating = await this.#store.ratings.find({ user_id, agenda_item_id });
    if (!rating) throw notFound('rating');
    return ratingView(rating);
  }

  /**
   * Rates an item, or changes or withdraws the rating. Safe to repeat. Every fifth rating makes a group,
   * of which the speakers see the mean.
   *
   * @throws AppError NOT_FOUND for an item that is not public; RATING_CLOSED before its start, 7 days
   *   after its end, for a break and a cancelled item; FORBIDDEN for its speakers;
   *   REGISTRATION_REQUIRED without a seat, or without the check-in that the conference asks for;
   *   UNAUTHORIZED for an erased user
   */
  async rate(user_id: number, agenda_item_id: number, given: RatingInput): Promise<Rating> {
    const key = { user_id, agenda_item_id };
    return this.#store.transaction(async (tx) => {
      const item = await lockOpen(tx, key);
      if (item.is_speaker)
        throw new AppError('FORBIDDEN', 'Speakers do not rate their own session');
      if (!item.takes_part) {
        throw new AppError(
          'REGISTRATION_REQUIRED',
          'Only people who take part can rate this session',
        );
      }
      const user = await tx.users.lockAllowingReferences(user_id);
      if (!user || user.erased_at !== null) throw unauthorized();
      const current = await tx.ratings.find(key);
      const { status, ...next } = ratingAfter(current, given);
      if (next.stars === null && next.comment === null) {
        await withdraw(tx, key, item.conference_id);
        return { agenda_item_id, ...next, updated_at: null };
      }
      if (current && current.stars === next.stars && current.comment === next.comment) {
        return ratingView(current);
      }
      const conference_id = item.conference_id;
      const { id, updated_at } = await tx.ratings.upsert(
        { ...key, conference_id },
        { ...next, status },
      );
      await tx.webhookChanges.insertChanged('feedback.changed', [id]);
      if (next.stars !== null) await tx.ratings.insertGroup(agenda_item_id);
      return { agenda_item_id, ...next, updated_at };
    });
  }

  /**
   * Withdraws a rating. Safe to repeat.
   * @throws AppError NOT_FOUND for an item that is not public; RATING_CLOSED as `rate`
   */
  async withdraw(user_id: number, agenda_item_id: number): Promise<void> {
    await this.#store.transaction(async (tx) => {
      const key = { user_id, agenda_item_id };
      const { conference_id } = await lockOpen(tx, key);
      await withdraw(tx, key, conference_id);
    });
  }

  /** What the user may know of the ratings of their own sessions, the latest first. */
  async listOfSpeaker(userId: number, request: NumberedRequest): Promise<Page<SpeakerRatings>> {
    return this.#store.read.ratings.listOfSpeaker(userId, request);
  }

  /**
   * The items of a conference that can be rated, each with its numbers.
   * @throws AppError NOT_FOUND
   */
  async list(
    conferenceId: number,
    filter: RatingsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<ItemRatings, SortPosition>> {
    if (!(await this.#store.conferences.find(conferenceId))) throw notFound('conference');
    return this.#store.read.ratings.list(conferenceId, filter, request);
  }

  /** As `list`, of all items in batches. The audit log records the export. */
  async export(
    by: Administrator,
    conferenceId: number,
    { format, ...filter }: RatingsFilter & { readonly format: string },
  ): Promise<AsyncIterable<readonly RatingCells[]>> {
    if (!(await this.#store.conferences.find(conferenceId))) throw notFound('conference');
    const after = { format, kind: 'rating', conference_id: conferenceId };
    await this.#store.transaction((tx) => tx.audit.record(by, 'feedback.export', null, { after }));
    return this.#batches(conferenceId, filter);
  }

  async *#batches(id: number, filter: RatingsFilter): AsyncGenerator<readonly RatingCells[]> {
    const read = (request: PageRequest<SortPosition>) =>
      this.#store.read.ratings.list(id, filter, request);
    for await (const rows of inBatches(read)) yield rows.map(cellsOf);
  }
}

/** One row of an export. */
type RatingCells = Omit<ItemRatings, 'by_stars'> & {
  readonly [S in `stars_${1 | 2 | 3 | 4 | 5}`]: number;
};

const cellsOf = ({ by_stars, ...item }: ItemRatings): RatingCells => {
  const [stars_1 = 0, stars_2 = 0, stars_3 = 0, stars_4 = 0, stars_5 = 0] = by_stars;
  return { ...item, stars_1, stars_2, stars_3, stars_4, stars_5 };
};

const ratingView = ({ agenda_item_id, stars, comment, updated_at }: Rating): Rating => ({
  agenda_item_id,
  stars,
  comment,
  updated_at,
});

/** Locks an item that is rated now. @throws AppError NOT_FOUND; RATING_CLOSED */
async function lockOpen(tx: Tx, key: RatingKey) {
  const item = await tx.ratings.lockItem(key);
  if (!item) throw notFound('agenda item');
  if (!item.is_open) {
    throw new AppError(
      'RATING_CLOSED',
      'A session is rated from its start to 7 days after its end',
    );
  }
  return item;
}

/** Deletes a rating, or empties one of a group. */
async function withdraw(tx: Tx, key: RatingKey, conference_id: number): Promise<void> {
  const ids = await tx.ratings.delete(key);
  const { agenda_item_id } = key;
  const gone = { status: 'deleted', is_rating: true, rating: null, agenda_item_id };
  await tx.webhookChanges.insertItems(
    'feedback.changed',
    ids.map((id) => ({ id, ...gone })),
    { conference_id },
  );
}
