import { render } from '../../domain/messaging/notification-texts.ts';
import { reminderArgsOf, reminderDataOf } from '../../domain/messaging/session-reminders.ts';
import type { DueReminder } from '../../repositories/messaging/session-reminders.repository.ts';
import type { Store } from '../../repositories/store.ts';

/** A worker looks this often. Reminders are planned a minute before they are due. */
const INTERVAL_MS = 15_000;
/** The reminders of one run. After more, the next run follows at once. */
const BATCH = 2_000;

interface Deps {
  readonly store: Store;
  /** Messages per second, across all processes. */
  readonly rate: number;
}

/**
 * Reminds users of the sessions that they keep or have a seat at. Any number of processes can plan: one
 * of them at a time does, and the times are the database's.
 */
export class SessionRemindersService {
  readonly #deps: Deps;
  #nextAt = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether it is time for a run, and something begins soon. */
  async isDue(): Promise<boolean> {
    if (performance.now() < this.#nextAt) return false;
    this.#nextAt = performance.now() + INTERVAL_MS;
    return this.#deps.store.sessionReminders.existsSoon();
  }

  /**
   * Queues the reminders that are due within a minute, at most `BATCH`. Safe to repeat, also at once in
   * two processes.
   */
  async plan(): Promise<{ planned: number }> {
    const planned = await this.#deps.store.transaction(async (tx) => {
      if (!(await tx.sessionReminders.lockPlan())) return 0;
      const due = await tx.sessionReminders.listDue(this.#deps.rate, BATCH);
      if (due.length > 0) await tx.sessionReminders.insertAll(due.map(reminderOf));
      return due.length;
    });
    if (planned === BATCH) this.#nextAt = 0;
    return { planned };
  }
}

function reminderOf({ sessions, ...reminder }: DueReminder) {
  const args = reminderArgsOf(sessions);
  const { title, body } = render('session_reminder', args, 'en');
  return {
    ...reminder,
    title,
    body,
    data: reminderDataOf(sessions),
    args,
    things: sessions.map(({ thing, starts_at }) => ({ thing, starts_at })),
  };
}
