import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type {
  Feedback,
  FeedbackLink,
  FeedbackReceipt,
  Submission,
} from '../../domain/feedback/feedback.ts';
import { NO_COMMENT } from '../../domain/feedback/ratings.ts';
import { IS_PUBLIC_ITEM } from '../programme/agenda.sql.ts';
import { notADraft } from '../programme/conferences.sql.ts';

export interface NewFeedback extends Submission {
  readonly user_id: number | null;
  /** Null for feedback that cannot be repeated. */
  readonly repeat_hash: string | null;
  readonly created_at: string;
}

/**
 * SQL for the conference of what anyone may read, by its id. The lock lets it not move or be deleted
 * before the feedback is inserted; the key of an agenda item does not contain its conference.
 */
const LINKED: Readonly<Record<FeedbackLink, string>> = {
  conference_id: `select c.id as conference_id from conferences c
    where c.id = ? and c.status <> 'draft' for key share of c`,
  event_id: `select e.conference_id from events e
    where e.id = ? and is_public_event_status(e.status) and ${notADraft('e.conference_id')}
      for key share of e`,
  agenda_item_id: `select i.conference_id from agenda_items i left join events e on e.id = i.event_id
    where i.id = ? and ${IS_PUBLIC_ITEM} for share of i`,
};

const LOCKED = ['id', 'status', 'note', 'shared_at'] as const;
/** SQL for whether it is a rating with a comment. */
const IS_COMMENT = `is_rating and message <> '${NO_COMMENT}' as is_comment`;
type LockedFeedback = Pick<Feedback, 'id' | 'status' | 'note' | 'shared_at'> & {
  readonly is_comment: boolean;
};

/** Writes feedback. `AdminFeedbackReadModel` reads it. */
export class FeedbackRepository extends OnDatabase {
  /** Inserts feedback, or returns the row with its hash, which stays unchanged. */
  async insertOnce(feedback: NewFeedback): Promise<FeedbackReceipt & { readonly is_new: boolean }> {
    const context = feedback.context && JSON.stringify(feedback.context);
    const { rows } = await this.db.raw(
      `insert into feedback
         (user_id, message, rating, category, contact, context, conference_id, event_id,
          agenda_item_id, repeat_hash, created_at)
       values
         (:user_id, :message, :rating, :category, :contact, :context, :conference_id, :event_id,
          :agenda_item_id, :repeat_hash, :created_at)
       on conflict (repeat_hash) where repeat_hash is not null
         do update set repeat_hash = excluded.repeat_hash
       -- Only an updated row has an xmax.
       returning id, created_at, xmax = 0 as is_new`,
      { ...feedback, context },
    );
    return onlyRow(rows);
  }

  /**
   * Locks what feedback is about against a move and a deletion. Returns its conference, null for an
   * event without one; undefined for what is not public or does not exist.
   */
  async lockLinked(
    link: FeedbackLink,
    id: number,
  ): Promise<Pick<Feedback, 'conference_id'> | undefined> {
    const { rows } = await this.db.raw<{ rows: Pick<Feedback, 'conference_id'>[] }>(LINKED[link], [
      id,
    ]);
    return rows[0];
  }

  /** Locks the row FOR UPDATE. */
  async lock(id: number): Promise<LockedFeedback | undefined> {
    return this.#table()
      .where({ id })
      .forUpdate()
      .first(...LOCKED, this.db.raw(IS_COMMENT));
  }

  async update(
    id: number,
    columns: Partial<Pick<Feedback, 'status' | 'note' | 'shared_at'>>,
  ): Promise<void> {
    await this.#table().where({ id }).update(columns);
  }

  /** Locks rows FOR UPDATE, in id order. */
  async lockMany(ids: readonly number[]): Promise<LockedFeedback[]> {
    return this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .orderBy('id')
      .forUpdate()
      .select(...LOCKED, this.db.raw(IS_COMMENT));
  }

  async updateAll(
    ids: readonly number[],
    columns: Partial<Pick<Feedback, 'status' | 'shared_at'>>,
  ): Promise<void> {
    await this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .update(columns);
  }

  /** Deletes the hash of a message that was sent until `until`, so that it can be sent again. */
  async deleteRepeatHash(repeat_hash: string, until: string): Promise<void> {
    await this.#table()
      .where({ repeat_hash })
      .where('created_at', '<=', until)
      .update({ repeat_hash: null });
  }

  /** Empties the hashes that are older than the window of repetitions. Returns their number. */
  async deleteOldRepeatHashes(): Promise<number> {
    return this.#table()
      .whereNotNull('repeat_hash')
      .whereRaw(`created_at <= now() - interval '10 minutes'`)
      .update({ repeat_hash: null });
  }

  /**
   * Keeps only message, rating, category, link and status; of a rating the stars alone. Returns the
   * ids.
   */
  async updateErasedOf(user_id: number): Promise<number[]> {
    await this.#table()
      .where({ user_id, is_rating: true, in_group: false })
      .whereNull('rating')
      .delete();
    const emptied = {
      user_id: null,
      contact: null,
      context: null,
      note: null,
      repeat_hash: null,
      shared_at: null,
      message: this.db.raw(`case when is_rating then '${NO_COMMENT}' else message end`),
    };
    const rows = await this.#table()
      .where({ user_id })
      .update(emptied)
      .returning<{ id: number }[]>('id');
    return rows.map(({ id }) => id);
  }

  #table() {
    return this.db('feedback');
  }
}
