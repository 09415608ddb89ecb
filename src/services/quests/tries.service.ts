import type { MessengerHashes } from '../../domain/people/messenger-hashes.ts';
import type { TaskOf } from '../../domain/quests/quest-tasks.ts';
import { AppError } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';

const HOUR_MS = 3_600_000;
/**
 * The limits of wrong codes in an hour: of one person for one task, and for all tasks.
 * `docs/decisions` has the source.
 */
const MAX_CODES_PER_TASK = 10;
const MAX_CODES = 60;
/** The limit of wrong codes in unsigned calls of one address in 10 minutes. */
const MAX_UNSIGNED_PER_ADDRESS = 30;
/**
 * The limit for all addresses and one task in an hour: so high that no one can lock a booth for the
 * others.
 */
const MAX_UNSIGNED_PER_TASK = 100_000;

interface CodeLimit {
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
}

/**
 * Counts tries before they are compared. Each count commits by itself, so that the refusal of a
 * wrong answer does not undo it. It belongs to the person's keyed hash, so that an erasure does not
 * undo it either.
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
    return this.#count([
      { key: `quest-code:${taskId}:${newest}`, max: MAX_CODES_PER_TASK, windowMs: HOUR_MS },
      { key: `quest-codes:${newest}`, max: MAX_CODES, windowMs: HOUR_MS },
    ]);
  }

  /**
   * Counts a code of an unsigned call, never against the named person. Call the returned function
   * if it was right.
   *
   * @throws AppError RATE_LIMITED after 30 wrong ones of the address in 10 minutes, or 100,000 for
   *   the task in an hour: then unsigned codes of this task pause
   */
  async countUnsignedCode(taskId: number, address: string): Promise<() => Promise<void>> {
    return this.#count([
      { key: `unsigned-codes:${address}`, max: MAX_UNSIGNED_PER_ADDRESS, windowMs: HOUR_MS / 6 },
      { key: `unsigned-codes-of-task:${taskId}`, max: MAX_UNSIGNED_PER_TASK, windowMs: HOUR_MS },
    ]);
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

  async #count(limits: readonly CodeLimit[]): Promise<() => Promise<void>> {
    for (const { key, max, windowMs } of limits) {
      const { hits, ms_left } = await this.#store.rateLimitCounters.upsert(key, windowMs);
      if (hits > max) throw tooManyCodes(ms_left);
    }
    return async () => {
      for (const { key } of limits) await this.#store.rateLimitCounters.updateGivenBack(key);
    };
  }
}

function tooManyCodes(msLeft: number): AppError {
  const seconds = Math.max(1, Math.ceil(msLeft / 1_000));
  return new AppError('RATE_LIMITED', 'Too many wrong codes; try again later', {
    headers: { 'Retry-After': String(seconds) },
  });
}
