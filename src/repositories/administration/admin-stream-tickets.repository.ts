import { OnDatabase } from '../../db/on-database.ts';
import type { AdminCredential } from '../../domain/administration/admin-sessions.ts';

/** Single-use tickets that open a live stream of administrators. Only their hashes are stored. */
export class AdminStreamTicketsRepository extends OnDatabase {
  async insert(
    token_hash: string,
    { credential, expires_at }: { credential: AdminCredential; expires_at: string },
  ): Promise<void> {
    await this.#table().insert({
      token_hash,
      credential: JSON.stringify(credential),
      expires_at,
    });
  }

  /** The credential of a ticket, which stays; undefined for an unknown or expired ticket. */
  async findUnexpired(token_hash: string, now: string): Promise<AdminCredential | undefined> {
    const found = await this.#table()
      .where({ token_hash })
      .where('expires_at', '>', now)
      .first<{ credential: AdminCredential } | undefined>('credential');
    return found?.credential;
  }

  /** Deletes a ticket and returns its credential; undefined for an unknown or expired ticket. */
  async deleteUnexpired(token_hash: string, now: string): Promise<AdminCredential | undefined> {
    const rows = await this.#table()
      .where({ token_hash })
      .where('expires_at', '>', now)
      .delete()
      .returning<{ credential: AdminCredential }[]>('credential');
    return rows[0]?.credential;
  }

  async deleteExpired(now: string): Promise<void> {
    await this.#table().where('expires_at', '<=', now).delete();
  }

  #table() {
    return this.db('admin_stream_tickets');
  }
}
