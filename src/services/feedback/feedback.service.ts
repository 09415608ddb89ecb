import { createHmac } from 'node:crypto';
import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { differences } from '../../domain/changes.ts';
import {
  FEEDBACK_LINKS,
  type Feedback,
  type FeedbackLink,
  type FeedbackReceipt,
  type FeedbackRow,
  type FeedbackStatistics,
  feedbackView,
  REPEAT_WINDOW_MS,
  repeatKeyOf,
  type Sender,
  type Submission,
} from '../../domain/feedback/feedback.ts';
import type { ResourceNoun } from '../../domain/resource-nouns.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import { invalid, notFound } from '../../errors.ts';
import { inBatches } from '../../lib/batches.ts';
import { deriveKey } from '../../lib/derived-keys.ts';
import type { Refused } from '../../lib/each-by-itself.ts';
import type { AdminFeedbackFilter } from '../../repositories/feedback/admin-feedback.read-model.ts';
import type { FeedbackFilter } from '../../repositories/feedback/feedback.sql.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** Receives feedback. */
export class FeedbackService {
  readonly #deps;
  readonly #key: Buffer;

  /** @param deps.secrets the first one keys the hashes that find repetitions */
  constructor(deps: { store: Store; secrets: readonly [string, ...string[]]; now: () => Date }) {
    this.#deps = deps;
    this.#key = deriveKey(deps.secrets[0], 'feedback').bytes;
  }

  /**
   * Stores feedback. The same message of the same sender within 10 minutes returns the first one
   * with `created: false`, also when the two are concurrent.
   *
   * The address of an anonymous sender is never stored. For 10 minutes, a keyed hash of it together
   * with the whole feedback is stored. Feedback of a user who has been erased is stored in the
   * state that an erasure leaves.
   *
   * @throws AppError NOT_FOUND for a link to what is not public
   */
  async send(
    sender: Sender,
    submission: Submission,
  ): Promise<{ feedback: FeedbackReceipt; created: boolean }> {
    const now = this.#deps.now();
    const created_at = now.toISOString();
    const repeat_hash = this.#hashOf(repeatKeyOf(sender, submission));
    return this.#deps.store.transaction(async (tx) => {
      const given = { ...submission, conference_id: await lockConferenceOf(tx, submission) };
      const { is_new, ...feedback } = (await isErased(tx, sender))
        ? await tx.feedback.insertOnce({ ...given, ...ERASED, created_at })
        : await this.#insertOnce(tx, { ...given, user_id: sender.user_id, repeat_hash }, now);
      if (is_new) await tx.webhookChanges.insertChanged('feedback.changed', [feedback.id]);
      return { feedback, created: is_new };
    });
  }

  async #insertOnce(
    tx: Tx,
    feedback: Submission & { readonly user_id: number | null; readonly repeat_hash: string },
    now: Date,
  ) {
    const windowStart = new Date(now.getTime() - REPEAT_WINDOW_MS).toISOString();
    await tx.feedback.deleteRepeatHash(feedback.repeat_hash, windowStart);
    return tx.feedback.insertOnce({ ...feedback, created_at: now.toISOString() });
  }

  #hashOf(repeatKey: string): string {
    return createHmac('sha256', this.#key).update(repeatKey).digest('hex');
  }
}

const ERASED = { user_id: null, contact: null, context: null, repeat_hash: null } as const;

const NOUNS: Readonly<Record<FeedbackLink, ResourceNoun>> = {
  conference_id: 'conference',
  event_id: 'event',
  agenda_item_id: 'agenda item',
};

/** The conference of the linked row, which is locked. @throws AppError NOT_FOUND */
async function lockConferenceOf(tx: Tx, submission: Submission): Promise<number | null> {
  for (const link of FEEDBACK_LINKS) {
    const id = submission[link];
    if (id === null) continue;
    const linked = await tx.feedback.lockLinked(link, id);
    if (!linked) throw notFound(NOUNS[link]);
    return linked.conference_id;
  }
  return null;
}

/** Locks the user, so that a concurrent erasure finds the feedback, or is found here. */
async function isErased(tx: Tx, { user_id }: Sender): Promise<boolean> {
  if (user_id === null) return false;
  const user = await tx.users.lockAllowingReferences(user_id);
  return !user || user.erased_at !== null;
}

type FeedbackView = ReturnType<typeof feedbackView>;
/** The fields that the organizers record about feedback. */
export type FeedbackChanges = { [K in 'status' | 'note']?: Feedback[K] | undefined } & {
  readonly shared?: boolean | undefined;
};
/** The outcome of a bulk change for one id. */
type FeedbackResult = Pick<Feedback, 'id' | 'status'> | Refused;
/** One row of an export. */
type FeedbackCells = Omit<FeedbackRow, 'context'> & { readonly context: string | null };

/** Feedback for administrators. */
export class AdminFeedbackService {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor({ store, now }: { store: Store; now: () => Date }) {
    this.#store = store;
    this.#now = now;
  }

  async list(
    filter: AdminFeedbackFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<FeedbackView, SortPosition>> {
    const page = await this.#page(filter, request);
    return { ...page, rows: page.rows.map(feedbackView) };
  }

  /**
   * Returns all feedback in batches. Each batch is read when the consumer asks for it.
   *
   * The audit log records the export, since a file of personal data leaves the service. It does not
   * record the sender and the search words, which can be a name.
   */
  async export(
    by: Administrator,
    { format, ...filter }: AdminFeedbackFilter & { readonly format: string },
  ): Promise<AsyncIterable<readonly FeedbackCells[]>> {
    const { q: _, user_id: __, sort: ___, conference_ids: ____, ...recorded } = filter;
    const after = { format, ...recorded };
    await this.#store.transaction((tx) => tx.audit.record(by, 'feedback.export', null, { after }));
    return this.#batches(filter);
  }

  /**
   * Updates the given fields; null clears the note. `shared` shows the comment of a rating to the
   * speakers of the session, without name and time. Safe to repeat.
   *
   * @throws AppError NOT_FOUND; VALIDATION_ERROR for sharing what is no comment of a rating
   */
  async update(
    by: Administrator,
    id: number,
    { shared, ...given }: FeedbackChanges,
  ): Promise<FeedbackView> {
    return this.#store.transaction(async (tx) => {
      const current = await tx.feedback.lock(id);
      if (!current) throw notFound('feedback');
      if (shared && !current.is_comment) throw invalid('shared', NOT_A_COMMENT, 'not_allowed');
      const { before, after } = differences<Pick<Feedback, 'status' | 'note' | 'shared_at'>>(
        current,
        { ...given, ...this.#sharedAt(current, shared) },
      );
      if (Object.keys(after).length > 0) {
        await tx.feedback.update(id, after);
        if (after.status) await tx.webhookChanges.insertChanged('feedback.changed', [id]);
        await tx.audit.record(by, 'feedback.update', id, { before, after });
      }
      const row = await tx.read.adminFeedback.find(id);
      if (!row) throw notFound('feedback');
      return feedbackView(row);
    });
  }

  async statistics(filter: FeedbackFilter): Promise<FeedbackStatistics> {
    return this.#store.read.feedbackStatistics.find(filter);
  }

  /**
   * Sets the status of many, or shares their comments, in one transaction. Feedback of another
   * conference than those of the key counts as missing. Safe to repeat.
   */
  async updateMany(
    by: Administrator,
    ids: readonly number[],
    { status, shared }: Omit<FeedbackChanges, 'note'>,
  ): Promise<readonly FeedbackResult[]> {
    const { conferenceRows } = this.#store.read;
    const own = await conferenceRows.listIdsInside('feedback', ids, by.conference_ids);
    const found = await this.#store.transaction(async (tx) => {
      const rows = await tx.feedback.lockMany(own);
      const accepted = shared ? rows.filter(({ is_comment }) => is_comment) : rows;
      const changed = accepted
        .filter((row) => (status ?? row.status) !== row.status || this.#sharedAt(row, shared))
        .map(({ id }) => id);
      if (changed.length > 0) {
        const shared_at = shared === undefined ? {} : { shared_at: shared ? this.#time() : null };
        await tx.feedback.updateAll(changed, { ...(status && { status }), ...shared_at });
        if (status) await tx.webhookChanges.insertChanged('feedback.changed', changed);
        const after = { ...(status && { status }), ...shared_at, ids: changed };
        await tx.audit.record(by, 'feedback.update', null, { after });
      }
      const isAccepted = new Set(accepted.map(({ id }) => id));
      return new Map(rows.map((row) => [row.id, isAccepted.has(row.id) ? row : undefined]));
    });
    const missing = notFound('feedback');
    const refused = invalid('shared', NOT_A_COMMENT, 'not_allowed');
    return ids.map((id) => {
      const row = found.get(id);
      if (row) return { id, status: status ?? row.status };
      const { message, code } = found.has(id) ? refused : missing;
      return { id, error: message, code };
    });
  }

  #time = () => this.#now().toISOString();

  /** The new `shared_at`; undefined if it stays. */
  #sharedAt({ shared_at }: Pick<Feedback, 'shared_at'>, shared: boolean | undefined) {
    if (shared === undefined || shared === (shared_at !== null)) return undefined;
    return { shared_at: shared ? this.#time() : null };
  }

  #page(filter: AdminFeedbackFilter, request: PageRequest<SortPosition>) {
    return this.#store.search(filter.q, (read) => read.adminFeedback.list(filter, request));
  }

  async *#batches(filter: AdminFeedbackFilter): AsyncGenerator<readonly FeedbackCells[]> {
    const read = (request: PageRequest<SortPosition>) => this.#page(filter, request);
    for await (const rows of inBatches(read)) yield rows.map(cellsOf);
  }
}

const NOT_A_COMMENT = 'expected a rating with a comment';

const cellsOf = (row: FeedbackRow): FeedbackCells => ({
  ...row,
  context: row.context && JSON.stringify(row.context),
});
