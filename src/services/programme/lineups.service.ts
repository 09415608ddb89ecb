import type { Administrator } from '../../domain/administration/administrators.ts';
import { checkWholeOrder } from '../../domain/orders.ts';
import { notFound } from '../../errors.ts';
import type { LineupPlace } from '../../repositories/programme/lineups.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** The order of speakers in the lineups of conferences. */
export class LineupsService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * Puts the speakers of a lineup in the order of `ids`. Safe to repeat. Of several orders at once, each
   * is applied as a whole, so the last one holds.
   *
   * @throws AppError NOT_FOUND for the conference; CONFLICT unless `ids` has each speaker of the lineup
   *   once
   */
  async reorder(
    by: Administrator,
    conferenceId: number,
    ids: readonly number[],
  ): Promise<readonly LineupPlace[]> {
    return this.#store.transaction(async (tx) => {
      const conference = await tx.conferences.lock(conferenceId);
      if (!conference) throw notFound('conference');
      const before = await this.#lock(tx, conferenceId, ids);
      if (!(await tx.lineups.updateOrder(conferenceId, ids))) return before;
      await tx.audit.record(by, 'conference.order_speakers', conferenceId, {
        before: { speaker_ids: before.map(({ id }) => id) },
        after: { speaker_ids: ids },
      });
      return tx.lineups.list(conferenceId);
    });
  }

  /** Locks the speakers before it reads the lineup: a deleted one leaves it without the conference's lock. */
  async #lock(tx: Tx, conferenceId: number, ids: readonly number[]): Promise<LineupPlace[]> {
    await tx.speakers.lockMany(ids);
    const lineup = await tx.lineups.list(conferenceId);
    const present = lineup.map(({ id }) => id);
    checkWholeOrder('speakers of the lineup', present, ids);
    return lineup;
  }
}
