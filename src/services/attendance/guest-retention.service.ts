import type { Actor } from '../../domain/administration/administrators.ts';
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

/** The job that deletes, in the audit log. */
const BY_JOB: Actor = { name: 'delete-old-guests', request_id: 'job' };

/**
 * Deletes what is stored of guests, what attendees asked in sessions, their sensitive answers and where they
 * went, some time after their conference.
 */
export class GuestRetentionService {
  readonly #deps;

  constructor(deps: { store: Store; retentionDays: number; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * Deletes names, companies and job titles of unclaimed invitations, kept addresses, questions, sensitive
   * answers, and the scans of rooms and of checkpoints that count each; the audit log has the numbers of these by day. Each batch commits by
   * itself, so the run can be interrupted and repeated. Returns the numbers of rows.
   *
   * @throws the reason of `signal` when it is aborted
   */
  async run(signal: AbortSignal) {
    const { guests, questions: asked, formAnswers } = this.#deps.store;
    const names = await inBatches(signal, () =>
      guests.updateWithoutNames(this.#before(this.#deps.retentionDays), BATCH_ROWS),
    );
    const emails = await inBatches(signal, () =>
      guests.updateWithoutEmails(this.#before(EMAIL_DAYS), BATCH_ROWS),
    );
    const questions = await inBatches(signal, () =>
      asked.deleteOld(this.#before(QUESTION_DAYS), BATCH_ROWS),
    );
    const answers = await inBatches(signal, () =>
      formAnswers.deleteSensitive(this.#before(SENSITIVE_DAYS), BATCH_ROWS),
    );
    const scans = await this.#deleteScans(signal);
    return { names, emails, questions, answers, scans };
  }

  /** One conference after the other. */
  async #deleteScans(signal: AbortSignal): Promise<number> {
    const before = this.#before(this.#deps.retentionDays);
    for (let total = 0; ; ) {
      signal.throwIfAborted();
      const deleted = await this.#deps.store.transaction(async (tx) => {
        const rows = await tx.checkpointScans.deleteOld(before);
        const [{ conference_id } = { conference_id: null }] = rows;
        const checkpoints = rows.map(({ id, name, day, people, scans }) => ({
          ...{ id, name, day, people, scans },
        }));
        if (conference_id !== null)
          await tx.audit.record(BY_JOB, 'conference.delete_scans', conference_id, {
            before: { checkpoints },
          });
        return rows;
      });
      if (deleted.length === 0) return total;
      total += deleted.reduce((sum, { scans }) => sum + scans, 0);
    }
  }

  #before(days: number): string {
    return new Date(this.#deps.now().getTime() - days * DAY_MS).toISOString();
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
