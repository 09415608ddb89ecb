import type { Administrator } from '../../domain/administration/administrators.ts';
import { differences } from '../../domain/changes.ts';
import { checkTemplates } from '../../domain/messaging/templates.ts';
import type { Welcome, WelcomeFields } from '../../domain/messaging/welcomes.ts';
import { isExpected, type Target } from '../../domain/versions.ts';
import { notFound, preconditionFailed } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** A worker looks this often. */
const INTERVAL_MS = 10_000;
/** The users of one transaction. */
const BATCH = 2_000;

/** What users read who get a seat at a conference. */
export class WelcomesService {
  readonly #deps;
  #nextAt = 0;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#deps = deps;
  }

  /** @throws AppError NOT_FOUND for a conference without a welcome, too */
  async get(conferenceId: number): Promise<Welcome> {
    const welcome = await this.#deps.store.welcomes.find(conferenceId);
    if (!welcome) throw notFound('welcome');
    return welcome;
  }

  /**
   * Creates or replaces the welcome of a conference. Switched on, it welcomes those who get a seat from then
   * on, each once.
   *
   * @throws AppError VALIDATION_ERROR for an unknown variable, or one of a quest; NOT_FOUND for an unknown
   *   conference, and with `If-Match` without a welcome; PRECONDITION_FAILED
   */
  async put(by: Administrator, target: Target, wanted: WelcomeFields): Promise<Welcome> {
    checkTemplates(wanted, { namesQuest: false });
    return this.#deps.store.transaction(async (tx) => {
      const current = await this.#lock(tx, target);
      if (!current && target.ifMatch !== undefined) throw notFound('welcome');
      const { before, after } = current
        ? differences<Welcome>(current, wanted)
        : { before: null, after: wanted };
      if (current && Object.keys(after).length === 0) return current;
      const welcome = await tx.welcomes.upsert(target.id, wanted);
      await tx.audit.record(by, 'conference.update_welcome', target.id, {
        ...(before && { before }),
        after,
      });
      return welcome;
    });
  }

  /** @throws AppError NOT_FOUND; PRECONDITION_FAILED */
  async delete(by: Administrator, target: Target): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      const before = await this.#lock(tx, target);
      if (!before) throw notFound('welcome');
      await tx.welcomes.delete(target.id);
      await tx.audit.record(by, 'conference.delete_welcome', target.id, { before });
    });
  }

  /** Whether it is time for a run, and a seat is to be welcomed. */
  async isDue(): Promise<boolean> {
    if (performance.now() < this.#nextAt) return false;
    this.#nextAt = performance.now() + INTERVAL_MS;
    return (await this.#listDue()).length > 0;
  }

  /** Welcomes all who got a seat. Safe to repeat, also at once in two processes: each once. */
  async send(signal: AbortSignal): Promise<{ welcomed: number }> {
    let welcomed = 0;
    for (const id of await this.#listDue()) {
      for (let sent = BATCH; sent === BATCH; welcomed += sent) {
        signal.throwIfAborted();
        sent = await this.#sendBatch(id);
      }
    }
    return { welcomed };
  }

  #listDue(): Promise<number[]> {
    return this.#deps.store.welcomes.listDue(this.#deps.now().toISOString());
  }

  async #sendBatch(conferenceId: number): Promise<number> {
    return this.#deps.store.transaction(async (tx) => {
      const welcome = await tx.welcomes.lockOn(conferenceId);
      const now = this.#deps.now().toISOString();
      return welcome ? tx.welcomes.insertDue(welcome, { limit: BATCH, now }) : 0;
    });
  }

  /** The welcome under the lock of its conference; undefined without one. */
  async #lock(tx: Tx, { id, ifMatch }: Target): Promise<Welcome | undefined> {
    if (!(await tx.conferences.lock(id))) throw notFound('conference');
    const welcome = await tx.welcomes.find(id);
    if (welcome && !isExpected(welcome, ifMatch)) throw preconditionFailed(welcome);
    return welcome;
  }
}
