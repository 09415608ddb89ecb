import type { MessengerHashes } from '../../domain/people/messenger-hashes.ts';
import type { TaskOf } from '../../domain/quests/tasks.ts';
import { AppError } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';

const HOUR_MS = 3_600_000;
/** Wrong codes in an hour: of one person for one task, and for all tasks. `docs/decisions` has the source. */
const MAX_CODES_PER_TASK = 10;
const MAX_CODES = 60;

/**
 * Counts tries before they are compared. Each count commits by itself, so that the refusal of a wrong
 * answer does not undo it, and is of the person's keyed hash, so that an erasure does not either.
 */
export class TriesService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * Counts a code. Call the returned function if it was right.
   * @throws AppError RATE_LIMITED after 10 wrong ones for the task in an hour, or 60 for all tasks
   */
  async countCode(taskId: number, { newest }: MessengerHashes): Promise<() => Promise<void>> {
    const limits = [
      { key: `quest-code:${taskId}:${newest}`, max: MAX_CODES_PER_TASK },
      { key: `quest-codes:${newest}`, max: MAX_CODES },
    ];
    for (const { key, max } of limits) {
      const { hits, ms_left } = await this.#store.rateLimitCounters.upsert(key, HOUR_MS);
      if (hits > max) throw tooManyCodes(ms_left);
    }
    return async () => {
      for (const { key } of limits) await this.#store.rateLimitCounters.updateGivenBack(key);
    };
  }

  /** @throws AppError NO_TRIES_LEFT */
  async countQuiz(
    { id, config }: Pick<TaskOf<'quiz'>, 'id' | 'config'>,
    { newest, all }: MessengerHashes,
  ): Promise<void> {
    const tries = await this.#store.taskTries.upsert(id, newest);
    const older = await this.#store.taskTries.count(
      id,
      all.filter((one) => one !== newest),
    );
    if (tries + older > config.max_tries)
      throw new AppError('NO_TRIES_LEFT', `You have used all ${config.max_tries} tries`);
  }
}

function tooManyCodes(msLeft: number): AppError {
  const seconds = Math.max(1, Math.ceil(msLeft / 1_000));
  return new AppError('RATE_LIMITED', 'Too many wrong codes; try again later', {
    headers: { 'Retry-After': String(seconds) },
  });
}
