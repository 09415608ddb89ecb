import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import type { Answer, Connection, StoredConnection } from '../../domain/networking/connections.ts';
import type { MessengerHashes } from '../../domain/people/messenger-hashes.ts';

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

/** Keyed hashes of the messenger ids of the two users of a request. */
export interface RequestHashes {
  readonly requester: MessengerHashes;
  readonly recipient: MessengerHashes;
}

/** Connections between users, and the request times that the limits count. */
export class ConnectionsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /**
   * Locks the user FOR KEY SHARE: an erasure waits, other requests to the same user do not.
   * Returns their messenger id: undefined for an unknown, blocked or erased user, and for an unlisted
   * user who has no connection with the requester.
   */
  async lockRecipient(id: number, requesterId: number): Promise<number | undefined> {
    const recipient = await this.#db('users as u')
      .where({ 'u.id': id, 'u.is_blocked': false, 'u.erased_at': null })
      .where((visible) =>
        visible
          .where('u.is_listed', true)
          .orWhereExists(this.#pair(requesterId, id).whereNot('status', 'withdrawn')),
      )
      .forKeyShare('u')
      .first<{ messenger_id: number } | undefined>('u.messenger_id');
    return recipient?.messenger_id;
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

  /** Locks the pair's row FOR UPDATE, in either direction, also a withdrawn request. */
  async lockPair(oneId: number, otherId: number): Promise<StoredConnection | undefined> {
    return this.#pair(oneId, otherId)
      .forUpdate()
      .first(...COLUMNS);
  }

  /** Locks a row FOR UPDATE. Undefined for a withdrawn request and for other users. */
  async lockForUser(userId: number, id: number): Promise<Connection | undefined> {
    return this.#table()
      .where({ id })
      .whereNot('status', 'withdrawn')
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

  /** The next request of either user reopens the row. */
  async updateWithdrawn(id: number, responded_at: string): Promise<void> {
    await this.#table().where({ id }).update({ status: 'withdrawn', message: null, responded_at });
  }

  async delete(id: number): Promise<void> {
    await this.#table().where({ id }).delete();
  }

  /**
   * The time of a request, counted back from the latest, which is 0. Undefined when there are fewer.
   */
  async findRequestTime(
    requests: Pick<RequestHashes, 'requester'> & Partial<RequestHashes>,
    index: number,
  ): Promise<string | undefined> {
    const row = await this.#requestTimes(requests)
      .orderBy('requested_at', 'desc')
      .offset(index)
      .first<{ requested_at: string } | undefined>('requested_at');
    return row?.requested_at;
  }

  /** When the recipient last rejected the requester, whichever accounts the two had then. */
  async findRejectionTime(pair: RequestHashes): Promise<string | undefined> {
    const row = await this.#requestTimes(pair)
      .whereNotNull('rejected_at')
      .orderBy('rejected_at', 'desc')
      .first<{ rejected_at: string } | undefined>('rejected_at');
    return row?.rejected_at;
  }

  /** Counts a request towards the limits. */
  async insertRequestTime(pair: RequestHashes, requested_at: string): Promise<void> {
    await this.#db('connection_requests').insert({ ...stored(pair), requested_at });
  }

  /** Records a rejection, also of a request that is too old to be counted. */
  async upsertRejectionTime(pair: RequestHashes, rejected_at: string): Promise<void> {
    await this.#db.raw(
      `with known as (
         update connection_requests set rejected_at = :rejected_at
          where requester_hash = any(:requester_hashes) and recipient_hash = any(:recipient_hashes)
         returning 1
       )
       insert into connection_requests
         (requester_hash, recipient_hash, key_id, requested_at, rejected_at)
       select :requester_hash, :recipient_hash, :key_id, :rejected_at, :rejected_at
        where not exists (select from known)`,
      {
        ...stored(pair),
        requester_hashes: [...pair.requester.all],
        recipient_hashes: [...pair.recipient.all],
        rejected_at,
      },
    );
  }

  /** Forgets a rejection, when the user who rejected sends a request. */
  async deleteRejectionTime(pair: RequestHashes): Promise<void> {
    await this.#requestTimes(pair).whereNotNull('rejected_at').update({ rejected_at: null });
  }

  /** Deletes the request times and rejections that no longer count. Returns how many. */
  async deleteOldRequestTimes(): Promise<number> {
    // The limits count 30 days by Node's clock, and the database's clock may be ahead of it.
    return this.#db('connection_requests')
      .whereRaw(`greatest(requested_at, rejected_at) <= now() - interval '30 days 1 hour'`)
      .delete();
  }

  /** The hashed request times stay, so that an erasure does not reset the limits. */
  async deleteAllOf(user_id: number): Promise<void> {
    const ofUser = this.#table()
      .where({ requester_id: user_id })
      .orWhere({ recipient_id: user_id })
      .orderBy('id')
      .forUpdate()
      .select('id');
    // Locks in id order, so that erasures of several connected users never deadlock.
    await this.#table().whereRaw('id = any(array(?))', [ofUser]).delete();
  }

  /** These expressions match the unique index on the pair. */
  #pair(oneId: number, otherId: number) {
    return this.#table()
      .whereRaw('least(requester_id, recipient_id) = ?', [Math.min(oneId, otherId)])
      .whereRaw('greatest(requester_id, recipient_id) = ?', [Math.max(oneId, otherId)]);
  }

  /** Under every key, since a row may have been written under an older one. */
  #requestTimes({
    requester,
    recipient,
  }: Pick<RequestHashes, 'requester'> & Partial<RequestHashes>) {
    const rows = this.#db('connection_requests').whereIn('requester_hash', requester.all);
    return recipient ? rows.whereIn('recipient_hash', recipient.all) : rows;
  }

  #table() {
    return this.#db('connections');
  }
}

const stored = ({ requester, recipient }: RequestHashes) => ({
  requester_hash: requester.newest,
  recipient_hash: recipient.newest,
  key_id: requester.key_id,
});
