import { changesIn, payloadOf, rowsIn } from '../../domain/administration/stream-changes.ts';
import type { Store } from '../../repositories/store.ts';

/** Reports changed rows to the live streams of administrators, in all processes. */
export class StreamChangesService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * The payload of a NOTIFY for changed rows, named as by `STREAM_CHANGES`. At most one statement looks
   * up their conferences; what is deleted since is left out.
   */
  async payloadOf(names: ReadonlySet<string>): Promise<string> {
    const rows = rowsIn(names);
    const isStored = rows.some(([, ids]) => ids.length > 0);
    const found = isStored ? await this.#store.read.conferenceRows.list(rows) : [];
    return payloadOf(changesIn(names, found));
  }
}
