import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import type {
  Feedback,
  FeedbackReceipt,
  FeedbackStatus,
  Submission,
} from '../../domain/feedback/feedback.ts';

export interface NewFeedback extends Submission {
  readonly user_id: number | null;
  /** Null for feedback that cannot be repeated. */
  readonly repeat_hash: string | null;
  readonly created_at: string;
}

/** Writes feedback. `AdminFeedbackReadModel` reads it. */
export class FeedbackRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Inserts feedback, or returns the row with its hash, which stays unchanged. */
  async insertOnce(feedback: NewFeedback): Promise<FeedbackReceipt & { readonly is_new: boolean }> {
    const context = feedback.context && JSON.stringify(feedback.context);
    const { rows } = await this.#db.raw(
      `insert into feedback
         (user_id, message, rating, category, contact, context, repeat_hash, created_at)
       values
         (:user_id, :message, :rating, :category, :contact, :context, :repeat_hash, :created_at)
       on conflict (repeat_hash) where repeat_hash is not null
         do update set repeat_hash = excluded.repeat_hash
       -- Only an updated row has an xmax.
       returning id, created_at, xmax = 0 as is_new`,
      { ...feedback, context },
    );
    return onlyRow(rows);
  }

  /** Locks the row FOR UPDATE. */
  async lock(id: number): Promise<Pick<Feedback, 'id' | 'status' | 'note'> | undefined> {
    return this.#table().where({ id }).forUpdate().first('id', 'status', 'note');
  }

  async update(
    id: number,
    columns: { status?: FeedbackStatus; note?: string | null },
  ): Promise<void> {
    await this.#table().where({ id }).update(columns);
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

  /** Keeps only message, rating, category and status. Returns the ids. */
  async updateErasedOf(user_id: number): Promise<number[]> {
    const emptied = { user_id: null, contact: null, context: null, note: null, repeat_hash: null };
    const rows = await this.#table()
      .where({ user_id })
      .update(emptied)
      .returning<{ id: number }[]>('id');
    return rows.map(({ id }) => id);
  }

  #table() {
    return this.#db('feedback');
  }
}
