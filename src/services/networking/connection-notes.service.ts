import { type ConnectionView, viewFor } from '../../domain/networking/connections.ts';
import { notFound } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';

/** What a user writes down about a connection. The other user never sees it. */
export class ConnectionNotesService {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor({ store, now }: { store: Store; now: () => Date }) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Replaces the caller's note, or deletes it with null. Safe to repeat.
   * @throws AppError NOT_FOUND for a connection between other users, and for a request that is not
   *   accepted
   */
  async set(
    writer_id: number,
    connection_id: number,
    note: string | null,
  ): Promise<ConnectionView> {
    return this.#store.transaction(async (tx) => {
      // The users before the connection, as an erasure: the note refers to its writer.
      await tx.connections.lockParties(connection_id);
      const connection = await tx.connections.lockForUser(writer_id, connection_id);
      if (connection?.status !== 'accepted') throw notFound('connection');
      if (note === null) await tx.connectionNotes.delete(connection_id, writer_id);
      else {
        const updated_at = this.#now().toISOString();
        await tx.connectionNotes.upsert({ connection_id, writer_id, note, updated_at });
      }
      return viewFor(connection, writer_id, note);
    });
  }
}
