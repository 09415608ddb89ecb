import {
  CONTACT_EXPORTS,
  type Contact,
  type ContactRow,
  contactOf,
} from '../../domain/networking/contacts.ts';
import type { User } from '../../domain/people/users.ts';
import { rateLimited } from '../../errors.ts';
import { inBatches } from '../../lib/exported-batches.ts';
import type { Store } from '../../repositories/store.ts';
import type { WrongTriesService } from '../people/wrong-tries.service.ts';

/** The address book of a user: the users with whom they are connected. */
export class ContactsService {
  readonly #store: Store;
  readonly #tries: WrongTriesService;

  constructor({ store, tries }: { store: Store; tries: WrongTriesService }) {
    this.#store = store;
    this.#tries = tries;
  }

  /**
   * Returns all connected users in batches, the earliest connection first. Each batch is read when the
   * consumer asks for it, so one that a block ends in the meantime is left out.
   *
   * @throws AppError RATE_LIMITED after 10 exports within 24 hours, counted over all processes
   */
  async export({ id, messenger_id }: User): Promise<AsyncIterable<readonly Contact[]>> {
    const { name, limit, windowMs } = CONTACT_EXPORTS;
    const keys = this.#tries.keysOf({ id, messenger_id }, name);
    const { hits, ms_left } = await this.#store.rateLimitCounters.upsertOneOf(keys, windowMs);
    if (hits > limit) throw rateLimited(`You exported ${limit} times within 24 hours`, ms_left);
    return this.#batches(id);
  }

  async *#batches(userId: number): AsyncGenerator<readonly Contact[]> {
    const pages = inBatches<ContactRow, number>(async ({ limit, ...from }) => {
      const after = 'after' in from ? from.after : 0;
      const rows = await this.#store.read.connections.listContacts(userId, { limit, after });
      return { rows, next: rows.length < limit ? null : (rows.at(-1)?.connection_id ?? null) };
    });
    for await (const rows of pages) yield rows.map(contactOf);
  }
}
