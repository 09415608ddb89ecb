import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import type { Answer, Connection } from '../../domain/networking/connections.ts';

/** All that is a `Connection`. */
const COLUMNS = [
  'id',
  'requester_id',
  'recipient_id',
  'status',
  'message',
  'created_at',
  'responded_at',
] as const satisfies readonly (keyof Connection)[];

/** Somebody asks somebody. */
export type NewRequest = Pick<
  Connection,
  'requester_id' | 'recipient_id' | 'message' | 'created_at'
>;

/** The connections between people, and how often each of them has asked lately. */
export class ConnectionsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /**
   * Keeps the person from being erased until the transaction ends, without keeping others from
   * asking them. False for somebody whom `askerId` may not know of: unknown, blocked or erased, or
   * hidden while there is nothing between the two.
   */
  async lockRecipient(id: number, askerId: number): Promise<boolean> {
    const held = await this.#db('users as u')
      .where({ 'u.id': id, 'u.is_blocked': false, 'u.erased_at': null })
      .where((known) => known.where('u.is_listed', true).orWhereExists(this.#pair(askerId, id)))
      .forKeyShare('u')
      .first('u.id');
    return held !== undefined;
  }

  /** Keeps the two from being erased until the transaction ends. */
  async lockParties(id: number): Promise<void> {
    const parties = this.#db.raw('unnest(array[requester_id, recipient_id])');
    await this.#db('users')
      .whereIn('id', this.#table().where({ id }).select(parties))
      .forKeyShare()
      .select('id');
  }

  /** The new row, or undefined when the two have one, whoever asked (which is left as it is). */
  async insertIfAbsent(request: NewRequest): Promise<Connection | undefined> {
    const [row] = await this.#table()
      .insert(request)
      .onConflict()
      .ignore()
      .returning<Connection[]>(COLUMNS);
    return row;
  }

  /** Locks the row of two people, whoever of them asked. */
  async lockPair(oneId: number, otherId: number): Promise<Connection | undefined> {
    return this.#pair(oneId, otherId)
      .forUpdate()
      .first(...COLUMNS);
  }

  /** Locks a row; undefined unless the person is one of the two. */
  async lockOf(personId: number, id: number): Promise<Connection | undefined> {
    return this.#table()
      .where({ id })
      .where((party) => party.where({ requester_id: personId }).orWhere({ recipient_id: personId }))
      .forUpdate()
      .first(...COLUMNS);
  }

  async updateAnswered(id: number, status: Answer, responded_at: string): Promise<Connection> {
    const settled = this.#table().where({ id }).update({ status, responded_at });
    return onlyRow(await settled.returning<Connection[]>(COLUMNS));
  }

  /** Makes the row of two people a new request, of whichever of them. */
  async updateReopened(id: number, request: NewRequest): Promise<Connection> {
    const reopened = this.#table()
      .where({ id })
      .update({ ...request, status: 'pending', responded_at: null });
    return onlyRow(await reopened.returning<Connection[]>(COLUMNS));
  }

  async delete(id: number): Promise<void> {
    await this.#table().where({ id }).delete();
  }

  /** When somebody made their last request but `others`; undefined when they have not made so many. */
  async findRequestTime(user_id: number, others: number): Promise<string | undefined> {
    const row = await this.#db('connection_requests')
      .where({ user_id })
      .orderBy('requested_at', 'desc')
      .offset(others)
      .first<{ requested_at: string } | undefined>('requested_at');
    return row?.requested_at;
  }

  /** Counts a request towards the daily limit. */
  async insertRequestTime(user_id: number, requested_at: string): Promise<void> {
    await this.#db('connection_requests').insert({ user_id, requested_at });
  }

  /** Those that count towards no limit any more; how many there were. */
  async deleteOldRequestTimes(): Promise<number> {
    // They count by our clock for a day; that of the database may be ahead of it.
    return this.#db('connection_requests')
      .whereRaw(`requested_at <= now() - interval '25 hours'`)
      .delete();
  }

  async deleteAllOf(user_id: number): Promise<void> {
    await this.#db.raw(
      `with forgotten as (delete from connection_requests where user_id = :user_id)
       delete from connections where requester_id = :user_id or recipient_id = :user_id`,
      { user_id },
    );
  }

  /** By the index on the pair. */
  #pair(oneId: number, otherId: number) {
    return this.#table()
      .whereRaw('least(requester_id, recipient_id) = ?', [Math.min(oneId, otherId)])
      .whereRaw('greatest(requester_id, recipient_id) = ?', [Math.max(oneId, otherId)]);
  }

  #table() {
    return this.#db('connections');
  }
}
