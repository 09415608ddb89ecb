import type { Administrator } from '../../domain/administration/administrators.ts';
import { FULL_PAUSE, type Pause, type Sending } from '../../domain/operations/sending.ts';
import { invalid } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';

interface Deps {
  readonly store: Store;
  readonly now: () => Date;
}

/** The operator's switch of messenger messages, for every process. The inbox is not affected. */
export class SendingService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Messages in flight still arrive. Returns false if the sending was paused like this before.
   * @throws AppError VALIDATION_ERROR for an end that is over
   */
  async pause(pause: Pause = FULL_PAUSE): Promise<boolean> {
    this.#checkEnd(pause);
    return this.#deps.store.sendRateLock.updatePaused(pause);
  }

  /** Workers continue within 5 seconds. Returns false if the sending was not paused. */
  async resume(): Promise<boolean> {
    return this.#deps.store.sendRateLock.updateResumed();
  }

  async status(): Promise<Sending> {
    return this.#deps.store.sendRateLock.findSending();
  }

  /**
   * Pauses the sending, or resumes it for null, and records it unless nothing changes.
   * @throws AppError as `pause`
   */
  async set(by: Administrator, pause: Pause | null): Promise<Sending> {
    if (pause) this.#checkEnd(pause);
    await this.#deps.store.transaction(async (tx) => {
      const isNew = pause
        ? await tx.sendRateLock.updatePaused(pause)
        : await tx.sendRateLock.updateResumed();
      const action = pause ? 'sending.pause' : 'sending.resume';
      if (isNew) await tx.audit.record(by, action, null, pause ? { after: pause } : {});
    });
    return this.status();
  }

  #checkEnd({ until }: Pause): void {
    if (until !== null && Date.parse(until) <= this.#deps.now().getTime()) {
      throw invalid('until', 'expected a time in the future', 'future');
    }
  }
}
