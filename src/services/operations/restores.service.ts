import type { DueWork, Restore } from '../../domain/operations/restores.ts';
import { FULL_PAUSE } from '../../domain/operations/sending.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** More rows than any table gets between two backups; broadcasts, whose ids stay inside, excepted. */
const ID_GAP = 100_000;

/** Decides about the work that was due in the backup of a restored database. */
export class RestoresService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * Pauses the sending, and skips the due work of the backup, which was perhaps done after the
   * backup. With `is_resent`, the work is done once the sending resumes. Messages in chats about what
   * lies ahead are edited then, to what the backup says. All changes commit together. No other process may work on the database at the same time.
   *
   * @returns the due work; undefined if this restore was handled before, and nothing was changed
   * @throws AppError VALIDATION_ERROR for a time in the future; CONFLICT if the same restore was
   *   handled the other way
   */
  async handle(restore: Restore): Promise<DueWork | undefined> {
    if (await this.#store.restores.findIsFuture(restore.taken_at))
      throw invalid('taken-at', 'expected a time in the past', 'past');
    return this.#store.transaction(async (tx) => {
      if (await tx.restores.insert(restore)) return this.#handleNew(tx, restore);
      const earlier = await tx.restores.find(restore.taken_at);
      if (earlier && earlier.is_resent !== restore.is_resent)
        throw new AppError('CONFLICT', `At ${earlier.done_at}, ${outcomeOf(earlier)}`);
      return undefined;
    });
  }

  async #handleNew(tx: Tx, { is_resent }: Restore): Promise<DueWork> {
    await tx.sendRateLock.updatePaused(FULL_PAUSE);
    // Handles jobs before messages: the messages of an ended job are skipped, whenever they are
    // due.
    const jobs = is_resent
      ? await tx.restores.updateJobsDue()
      : await tx.restores.updateJobsSkipped();
    const messages = is_resent
      ? await tx.restores.countDueMessages()
      : await tx.restores.updateMessagesSkipped();
    const webhook_deliveries = is_resent
      ? await tx.restores.countWaitingWebhooks()
      : await tx.restores.updateWebhooksSkipped();
    await tx.broadcasts.updateCompleted();
    const stale_messages = await tx.restores.updateMessagesStale();
    const mints = await tx.restores.updateMintsUnknown();
    await tx.restores.updateSourceRunsDropped();
    const sources = await tx.restores.updateSources();
    const queued_jobs = await tx.restores.countQueuedJobs();
    await tx.restores.updateNextIds(ID_GAP);
    return {
      ...jobs,
      ...messages,
      webhook_deliveries,
      stale_messages,
      mints,
      sources,
      queued_jobs,
    };
  }
}

const outcomeOf = ({ is_resent }: Restore) =>
  `the due work of this backup was ${is_resent ? 'left to be sent' : 'skipped'}; that cannot be changed`;
