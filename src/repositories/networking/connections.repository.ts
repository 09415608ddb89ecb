import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import type { Answer, Connection } from '../../domain/networking/connections.ts';

/** The columns of a `Connection`. */
const COLUMNS = [
  'id',
  'requester_id',
  'recipient_id',
  'status',
  'message',
  'created_at',
  'responded_at',
] as const satisfies readonly (keyof Connection)[];

export type NewRequest = Pick<
  Connection,
  'requester_id' | 'recipient_id' | 'message' | 'created_at'
>;

/** Connections between users, and the request times that the daily limit counts. */
export class ConnectionsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /**
   * Locks the user FOR KEY SHARE: an erasure waits, other requests to the same user do not.
   * Returns false for an unknown, blocked or erased user, and for an unlisted user who has no
   * connection with the requester.
   */
  async lockRecipient(id: number, requesterId: number): Promise<boolean> {
    const recipient = await this.#db('users as u')
      .where({ 'u.id': id, 'u.is_blocked': false, 'u.erased_at': null })
      .where((visible) =>
        visible.where('u.is_listed', true).orWhereExists(this.#pair(requesterId, id)),
      )
      .forKeyShare('u')
      .first('u.id');
    return recipient !== undefined;
  }

  /** Locks both users of a connection FOR KEY SHARE, so that an erasure of either waits. */
  async lockParties(id: number): Promise<void> {
    const parties = this.#db.raw('unnest(array[requester_id, recipient_id])');
    await this.#db('users')
      .whereIn('id', this.#table().where({ id }).select(parties))
      .forKeyShare()
      .select('id');
  }

  /** Returns the new row, or undefined when the pair already has one, which stays unchanged. */
  async insertIfAbsent(request: NewRequest): Promise<Connection | undefined> {
    const [row] = await this.#table()
      .insert(request)
      .onConflict()
      .ignore()
      .returning<Connection[]>(COLUMNS);
    return row;
  }

  /** Locks the pair's row FOR UPDATE, in either direction. */
  async lockPair(oneId: number, otherId: number): Promise<Connection | undefined> {
    return this.#pair(oneId, otherId)
      .forUpdate()
      .first(...COLUMNS);
  }

  /** Locks a row FOR UPDATE. Undefined when the user is neither requester nor recipient. */
  async lockForUser(userId: number, id: number): Promise<Connection | undefined> {
    return this.#table()
      .where({ id })
      .where((party) => party.where({ requester_id: userId }).orWhere({ recipient_id: userId }))
      .forUpdate()
      .first(...COLUMNS);
  }

  async updateAnswered(id: number, status: Answer, responded_at: string): Promise<Connection> {
    const answered = this.#table().where({ id }).update({ status, responded_at });
    return onlyRow(await answered.returning<Connection[]>(COLUMNS));
  }

  /** Turns the pair's row into a new pending request, which either of the two may have sent. */
  async updateReopened(id: number, request: NewRequest): Promise<Connection> {
    const reopened = this.#table()
      .where({ id })
      .update({ ...request, status: 'pending', responded_at: null });
    return onlyRow(await reopened.returning<Connection[]>(COLUMNS));
  }

  async delete(id: number): Promise<void> {
    await this.#table().where({ id }).delete();
  }

  /**
   * The time of a user's request, counted back from the latest, which is 0. Undefined when the user
   * sent fewer.
   */
  async findRequestTime(user_id: number, index: number): Promise<string | undefined> {
    const row = await this.#db('connection_requests')
      .where({ user_id })
      .orderBy('requested_at', 'desc')
      .offset(index)
      .first<{ requested_at: string } | undefined>('requested_at');
    return row?.requested_at;
  }

  /** Counts a request towards the daily limit. */
  async insertRequestTime(user_id: number, requested_at: string): Promise<void> {
    await this.#db('connection_requests').insert({ user_id, requested_at });
  }

  /** Deletes the request times that no longer count. Returns how many. */
  async deleteOldRequestTimes(): Promise<number> {
    // The limit counts 24 hours by Node's clock, and the database's clock may be ahead of it.
    return this.#db('connection_requests')
      .whereRaw(`requested_at <= now() - interval '25 hours'`)
      .delete();
  }

  async deleteAllOf(user_id: number): Promise<void> {
    await this.#db.raw(
      `with request_times as (delete from connection_requests where user_id = :user_id)
       delete from connections where requester_id = :user_id or recipient_id = :user_id`,
      { user_id },
    );
  }

  /** These expressions match the unique index on the pair. */
  #pair(oneId: number, otherId: number) {
    return this.#table()
      .whereRaw('least(requester_id, recipient_id) = ?', [Math.min(oneId, otherId)])
      .whereRaw('greatest(requester_id, recipient_id) = ?', [Math.max(oneId, otherId)]);
  }

  #table() {
    return this.#db('connections');
  }
}
