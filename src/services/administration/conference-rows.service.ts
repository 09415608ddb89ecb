import {
  type ConferenceRows,
  type KeyLimit,
  namedRows,
  refuseOutside,
  type StoredRowKind,
} from '../../domain/administration/conference-rows.ts';
import type { Store } from '../../repositories/store.ts';

/** Limits keys to the rows of their conferences. */
export class ConferenceRowsService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * Refuses a request of a key that is limited to some conferences, by at most one statement.
   * @throws AppError NOT_FOUND for a row of another conference; FORBIDDEN for what needs all conferences
   */
  async refuseOutside(rows: ConferenceRows, limit: KeyLimit): Promise<void> {
    const stored = namedRows(rows).flatMap(([kind, ids]): [StoredRowKind, readonly number[]][] =>
      kind === 'conference' ? [] : [[kind, ids]],
    );
    const found = stored.length > 0 ? await this.#store.read.conferenceRows.list(stored) : [];
    refuseOutside(rows, found, limit);
  }
}
