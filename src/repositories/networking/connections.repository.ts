import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import type {
  Answer,
  Connection,
  Rejections,
  StoredConnection,
} from '../../domain/networking/connections.ts';
import {
  MAX_DAILY_REQUESTS,
  MAX_REQUESTS_TO_ONE,
  type PastRequests,
} from '../../domain/networking/connections.ts';
import type { MessengerHashes } from '../../domain/people/messenger-hashes.ts';
import type { User } from '../../domain/people/users.ts';
import {
  CONNECTION_COLUMNS,
  isNotHidden,
  LOCK_REQUESTER_AND_RECIPIENT,
  PAST_REQUESTS,
  recordRequest,
} from './connections.sql.ts';

export type NewRequest = Pick<
  Connection,
  'requester_id' | 'recipient_id' | 'message' | 'created_at'
>;

/** Keyed hashes of the messenger ids of the two users of a request. */
export interface RequestHashes {
  readonly requester: MessengerHashes;
  readonly recipient: MessengerHashes;
}

/** One of the two users of a connection. */
export type Party = Pick<User, 'id' | 'messenger_id' | 'first_name' | 'last_name' | 'photo_url'>;

interface Requester extends Party {
  /** Null if the requester may not send a request to the recipient. */
  readonly recipient_messenger_id: number | null;
}

type RecordedRequest = ReturnType<typeof recordOf>;

/** Named one by one, because the placeholders of a statement cannot be enumerated. */
const recordIn = (args: RecordedRequest): RecordedRequest => ({
  requester_hash: args.requester_hash,
  recipient_hash: args.recipient_hash,
  key_id: args.key_id,
  requester_hashes: args.requester_hashes,
  recipient_hashes: args.recipient_hashes,
  requested_at: args.requested_at,
  max_daily: args.max_daily,
  max_to_one: args.max_to_one,
});

const LOCK_BOTH = statement<Pick<NewRequest, 'requester_id' | 'recipient_id'>, Requester>(
  (db, { requester_id, recipient_id }) =>
    db.raw(LOCK_REQUESTER_AND_RECIPIENT, { requester_id, recipient_id }),
);
const INSERT_REQUEST = statement<NewRequest & RecordedRequest, Connection & PastRequests>(
  (db, args) => {
    const { requester_id, recipient_id, message, created_at } = args;
    return db.raw(
      `with inserted as (
       insert into connections (requester_id, recipient_id, message, created_at)
       select :requester_id::bigint, :recipient_id::bigint, :message::text, :created_at::timestamptz
        where ${isNotHidden(':requester_id', ':recipient_id')}
       on conflict do nothing
       returning ${CONNECTION_COLUMNS.join(', ')}
     ), ${recordRequest('inserted')}
     select inserted.*, ${PAST_REQUESTS} from inserted`,
      { ...recordIn(args), requester_id, recipient_id, message, created_at },
    );
  },
);
const RECORD_REQUEST = statement<RecordedRequest, PastRequests>((db, args) =>
  db.raw(`with ${recordRequest('(select) request')} select ${PAST_REQUESTS}`, recordIn(args)),
);

/** Connections between users, and the request times that the limits count. */
export class ConnectionsRepository extends OnDatabase {
  /**
   * Locks the requester, so that their requests are counted one after the other, and the recipient
   * FOR KEY SHARE: an erasure waits, other requests to the same user do not. Undefined for an unknown
   * requester. The recipient's messenger id is null for an unknown, blocked or erased user, and for
   * an unlisted user who has no connection with the requester, and if one of the two blocks the other.
   */
  async lockRequester(requester_id: number, recipient_id: number): Promise<Requester | undefined> {
    return LOCK_BOTH.first(this.db, { requester_id, recipient_id });
  }

  /** Locks both users of a connection FOR KEY SHARE, so that an erasure of either waits. */
  async lockParties(id: number): Promise<void> {
    const parties = this.db.raw('unnest(array[requester_id, recipient_id])');
    await this.db('users')
      .whereIn('id', this.#table().where({ id }).select(parties))
      .forKeyShare()
      .select('id');
  }

  /**
   * Inserts a request and records it, as `recordRequest`. Undefined when the pair already has a row, or
   * one of the two blocks the other: then it changes nothing.
   */
  async insertIfAbsent(
    request: NewRequest,
    hashes: RequestHashes,
  ): Promise<{ connection: Connection; past: PastRequests } | undefined> {
    const recorded = recordOf(hashes, request.created_at);
    const row = await INSERT_REQUEST.first(this.db, { ...request, ...recorded });
    if (!row) return undefined;
    const { rejected_at, earliest_daily, earliest_to_one, ...connection } = row;
    return { connection, past: { rejected_at, earliest_daily, earliest_to_one } };
  }

  /** Locks the pair's row FOR UPDATE, in either direction, also a withdrawn request. */
  async lockPair(
    oneId: number,
    otherId: number,
  ): Promise<(StoredConnection & Rejections) | undefined> {
    return this.#pair(oneId, otherId)
      .forUpdate()
      .first(...CONNECTION_COLUMNS, 'lower_rejections', 'higher_rejections');
  }

  /** Locks a row FOR UPDATE. Undefined for a withdrawn request and for other users. */
  async lockForUser(userId: number, id: number): Promise<Connection | undefined> {
    return this.#table()
      .where({ id })
      .whereNot('status', 'withdrawn')
      .where((party) => party.where({ requester_id: userId }).orWhere({ recipient_id: userId }))
      .forUpdate()
      .first(...CONNECTION_COLUMNS);
  }

  /** The recipient of the latest request of a pair, also of a withdrawn one. */
  async findRecipient(id: number): Promise<number | undefined> {
    const row = await this.#table().where({ id }).first<{ recipient_id: number }>('recipient_id');
    return row?.recipient_id;
  }

  /** Also counts a rejection of the recipient. */
  async updateAnswered(id: number, status: Answer, responded_at: string): Promise<Connection> {
    const counted = status === 'rejected' && {
      lower_rejections: this.db.raw(
        'lower_rejections + (recipient_id < requester_id)::integer::smallint',
      ),
      higher_rejections: this.db.raw(
        'higher_rejections + (recipient_id > requester_id)::integer::smallint',
      ),
    };
    const answered = this.#table()
      .where({ id })
      .update({ status, responded_at, ...counted });
    return onlyRow(await answered.returning<Connection[]>(CONNECTION_COLUMNS));
  }

  /** Turns the pair's row into a new pending request, which either of the two may have sent. */
  async updateReopened(id: number, request: NewRequest): Promise<Connection> {
    const reopened = this.#table()
      .where({ id })
      .update({ ...request, status: 'pending', responded_at: null });
    return onlyRow(await reopened.returning<Connection[]>(CONNECTION_COLUMNS));
  }

  /** The next request of either user reopens the row. */
  async updateWithdrawn(id: number, responded_at: string): Promise<void> {
    await this.#table().where({ id }).update({ status: 'withdrawn', message: null, responded_at });
  }

  /** Deletes the row of a pair, in either direction. */
  async deleteOfPair(oneId: number, otherId: number): Promise<void> {
    await this.#pair(oneId, otherId).delete();
  }

  async delete(id: number): Promise<void> {
    await this.#table().where({ id }).delete();
  }

  /**
   * Counts a request toward the limits, and deletes the requester's own rejection of the recipient.
   * Returns the past requests as they were before.
   */
  async recordRequest(hashes: RequestHashes, requested_at: string): Promise<PastRequests> {
    return onlyRow(await RECORD_REQUEST.rows(this.db, recordOf(hashes, requested_at)));
  }

  /** Records a rejection, also of a request that is too old to be counted. */
  async upsertRejectionTime(pair: RequestHashes, rejected_at: string): Promise<void> {
    await this.db.raw(
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

  /** Deletes the request times and rejections that no longer count. Returns their number. */
  async deleteOldRequestTimes(): Promise<number> {
    // The limits count 30 days by Node's clock, and the database's clock may be ahead of it.
    return this.db('connection_requests')
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

  #table() {
    return this.db('connections');
  }
}

const stored = ({ requester, recipient }: RequestHashes) => ({
  requester_hash: requester.newest,
  recipient_hash: recipient.newest,
  key_id: requester.key_id,
});

/** A row may have been written under an older key. */
const recordOf = (hashes: RequestHashes, requested_at: string) => ({
  ...stored(hashes),
  requester_hashes: [...hashes.requester.all],
  recipient_hashes: [...hashes.recipient.all],
  requested_at,
  max_daily: MAX_DAILY_REQUESTS,
  max_to_one: MAX_REQUESTS_TO_ONE,
});
