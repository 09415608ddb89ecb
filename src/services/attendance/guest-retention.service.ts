import type { Store } from '../../repositories/store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** How long a kept address is stored after its conference. */
const EMAIL_DAYS = 30;

/** How long sensitive answers are stored after their conference or event. */
const SENSITIVE_DAYS = 30;

/** How long questions of sessions are stored after their conference. */
const QUESTION_DAYS = 90;

/** Few enough rows that a claim of one of them waits for milliseconds. */
const BATCH_ROWS = 1_000;

/**
 * Deletes what is stored of guests, what attendees asked in sessions, and their sensitive answers, some time after
 * their conference.
 */
export class GuestRetentionService {
  readonly #deps;

  constructor(deps: { store: Store; retentionDays: number; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * Deletes names, companies and job titles of unclaimed invitations, kept addresses, questions, and
   * sensitive answers. Each batch commits by itself, so the run can be interrupted and repeated. Returns the numbers of rows.
   *
   * @throws the reason of `signal` when it is aborted
   */
  async run(signal: AbortSignal) {
    const { guests, questions: asked, formAnswers } = this.#deps.store;
    const before = (days: number) =>
      new Date(this.#deps.now().getTime() - days * DAY_MS).toISOString();
    const names = await inBatches(signal, () =>
      guests.updateWithoutNames(before(this.#deps.retentionDays), BATCH_ROWS),
    );
    const emails = await inBatches(signal, () =>
      guests.updateWithoutEmails(before(EMAIL_DAYS), BATCH_ROWS),
    );
    const questions = await inBatches(signal, () =>
      asked.deleteOld(before(QUESTION_DAYS), BATCH_ROWS),
    );
    const answers = await inBatches(signal, () =>
      formAnswers.deleteSensitive(before(SENSITIVE_DAYS), BATCH_ROWS),
    );
    return { names, emails, questions, answers };
  }
}

async function inBatches(signal: AbortSignal, next: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    signal.throwIfAborted();
    const count = await next();
    total += count;
    if (count < BATCH_ROWS) return total;
  }
}
