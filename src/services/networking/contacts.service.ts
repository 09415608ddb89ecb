import {
  CONTACT_EXPORTS,
  type Contact,
  type ContactRow,
  contactOf,
} from '../../domain/networking/contacts.ts';
import type { User } from '../../domain/people/users.ts';
import { inBatches } from '../../lib/batches.ts';
import type { Store } from '../../repositories/store.ts';
import type { FailedAttemptsService } from '../people/authentication.service.ts';

/** The address book of a user: the users with whom they are connected. */
export class ContactsService {
  readonly #store: Store;
  readonly #tries: FailedAttemptsService;

  constructor({ store, tries }: { store: Store; tries: FailedAttemptsService }) {
    this.#store = store;
    this.#tries = tries;
  }

  /**
   * Returns all connected users in batches, the earliest connection first. Each batch is read when the
   * consumer asks for it, so one that a block ends in the meantime is left out.
   *
   * @throws AppError RATE_LIMITED after 10 exports within 24 hours, counted over all processes
   */
  async export(user: User): Promise<AsyncIterable<readonly Contact[]>> {
    await this.#tries.countAction(this.#store, user, {
      ...CONTACT_EXPORTS,
      sentence: `You exported ${CONTACT_EXPORTS.limit} times within 24 hours`,
    });
    return this.#batches(user.id);
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
