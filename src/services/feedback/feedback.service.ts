import { createHmac } from 'node:crypto';
import {
  FEEDBACK_LINKS,
  type FeedbackLink,
  type FeedbackReceipt,
  REPEAT_WINDOW_MS,
  repeatKeyOf,
  type Sender,
  type Submission,
} from '../../domain/feedback/feedback.ts';
import { notFound, type Thing } from '../../errors.ts';
import { deriveKey } from '../../lib/derived-keys.ts';
import type { Store, Tx } from '../../repositories/store.ts';

interface Deps {
  readonly store: Store;
  readonly secrets: readonly [string, ...string[]];
  readonly now: () => Date;
}

/** Receives feedback. */
export class FeedbackService {
  readonly #deps: Deps;
  readonly #key: Buffer;

  /** @param deps.secrets the first one keys the hashes that find repetitions */
  constructor(deps: Deps) {
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

const NOUNS: Readonly<Record<FeedbackLink, Thing>> = {
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
