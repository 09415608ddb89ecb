import type { NumberedRequest, Page } from '../../db/pages.ts';
import {
  type Answer,
  type Connection,
  type ConnectionStatus,
  type Direction,
  directionFor,
  MAX_DAILY_REQUESTS,
  outcomeOfAnswer,
  outcomeOfDeletion,
  outcomeOfRequest,
  REQUEST_WINDOW_SECONDS,
  secondsUntilNextRequest,
} from '../../domain/networking/connections.ts';
import { type PublicProfile, publicProfile } from '../../domain/people/profiles.ts';
import type { User } from '../../domain/people/users.ts';
import { AppError, forbidden, invalid, notFound, unauthorized } from '../../errors.ts';
import type {
  ConnectionRow,
  ConnectionsFilter,
} from '../../repositories/networking/connections.read-model.ts';
import type { NewRequest } from '../../repositories/networking/connections.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { NotificationsService } from '../messaging/notifications.service.ts';

/** A connection as one of its two users sees it. */
export interface ConnectionView extends Connection {
  readonly direction: Direction;
}

/** A connection in a list, with the other user's profile instead of the two ids. */
export interface ListedConnection extends Omit<ConnectionView, 'requester_id' | 'recipient_id'> {
  readonly user: PublicProfile;
}

/** The connection status of a pair: `none` and nulls when they have no row. */
export interface ConnectionCheck {
  readonly status: ConnectionStatus | 'none';
  readonly direction: Direction | null;
  readonly connection_id: number | null;
}

/**
 * Connection requests and connections. Each change locks the pair's row. A change that notifies a
 * user locks both users before it, as an erasure does.
 */
export class ConnectionsService {
  readonly #store: Store;
  readonly #notifications: NotificationsService;
  readonly #now: () => Date;

  constructor(deps: { store: Store; notifications: NotificationsService; now: () => Date }) {
    this.#store = deps.store;
    this.#notifications = deps.notifications;
    this.#now = deps.now;
  }

  /**
   * Sends a connection request, or accepts the request that the recipient already sent. Safe to
   * repeat: a pending request is returned with `created: false`.
   *
   * @throws AppError VALIDATION_ERROR for the caller's own id; NOT_FOUND; ALREADY_CONNECTED;
   *   CONNECTION_REJECTED for 30 days after a rejection; RATE_LIMITED after 50 new requests in 24
   *   hours; UNAUTHORIZED for a requester who is erased meanwhile
   */
  async request(
    requesterId: number,
    { recipient_id, message }: { recipient_id: number; message?: string | null | undefined },
  ): Promise<{ connection: ConnectionView; created: boolean }> {
    if (recipient_id === requesterId) throw invalid('recipient_id', "expected another user's id");

    return this.#store.transaction(async (tx) => {
      // Serializes the requests of one user, so that the daily limit counts each of them.
      const requester = await tx.users.lockAllowingReferences(requesterId);
      if (!requester || requester.erased_at !== null) throw unauthorized();
      if (!(await tx.connections.lockRecipient(recipient_id, requesterId))) throw notFound('user');

      const request = {
        requester_id: requesterId,
        recipient_id,
        message: message ?? null,
        created_at: this.#now().toISOString(),
      };
      const { connection, created } = await this.#request(tx, requester, request);
      return { connection: viewFor(connection, requesterId), created };
    });
  }

  /**
   * Accepts or rejects a received request. Safe to repeat.
   * @throws AppError NOT_FOUND for a connection between other users; FORBIDDEN for the requester;
   *   CONFLICT for an answer that differs from the first
   */
  async answer(caller: User, id: number, answer: Answer): Promise<ConnectionView> {
    return this.#store.transaction(async (tx) => {
      await tx.connections.lockParties(id);
      const connection = await lockForUser(tx, caller.id, id);
      switch (outcomeOfAnswer(connection, caller.id, answer)) {
        case 'answered':
          return viewFor(await this.#saveAnswer(tx, connection, { answer, by: caller }), caller.id);
        case 'unchanged':
          return viewFor(connection, caller.id);
        case 'not_recipient':
          throw forbidden();
        case 'already_answered':
          throw new AppError('CONFLICT', `You already ${connection.status} this request`);
      }
    });
  }

  /**
   * Cancels a pending request and deletes its notification, or deletes a connection.
   * @throws AppError NOT_FOUND for a connection between other users; FORBIDDEN for the recipient of
   *   a pending request; CONFLICT for a rejected request
   */
  async delete(callerId: number, id: number): Promise<void> {
    await this.#store.transaction(async (tx) => {
      const connection = await lockForUser(tx, callerId, id);
      switch (outcomeOfDeletion(connection, callerId)) {
        case 'request_cancelled':
          await tx.notifications.deleteConnectionRequest(connection);
          return tx.connections.delete(id);
        case 'connection_deleted':
          return tx.connections.delete(id);
        case 'not_requester':
          throw forbidden();
        case 'rejected':
          throw new AppError('CONFLICT', 'A rejected request cannot be deleted');
      }
    });
  }

  /** Latest first, by answer or, while pending, by request. Leaves out blocked users. */
  async list(
    userId: number,
    filter: ConnectionsFilter,
    request: NumberedRequest,
  ): Promise<Page<ListedConnection>> {
    const page = await this.#store.read.connections.list(userId, filter, request);
    return { ...page, rows: page.rows.map(listed) };
  }

  /** @throws AppError VALIDATION_ERROR for the caller's own id; NOT_FOUND for a hidden user */
  async check(userId: number, otherId: number): Promise<ConnectionCheck> {
    if (otherId === userId) throw invalid('userId', "expected another user's id");
    const pair = await this.#store.read.connections.findPair(userId, otherId);
    if (!pair) throw notFound('user');

    const { id, requester_id, status } = pair;
    return {
      status: status ?? 'none',
      direction: requester_id === null ? null : directionFor({ requester_id }, userId),
      connection_id: id,
    };
  }

  async #request(
    tx: Tx,
    requester: User,
    request: NewRequest,
  ): Promise<{ connection: Connection; created: boolean }> {
    // Insert before select: two users who request each other at once cannot both find no row.
    const inserted = await tx.connections.insertIfAbsent(request);
    if (inserted) return this.#recordRequest(tx, requester, inserted);
    const existing = await tx.connections.lockPair(requester.id, request.recipient_id);
    // Another transaction deleted the row between the two statements.
    if (!existing) return this.#request(tx, requester, request);

    switch (outcomeOfRequest(existing, requester.id, this.#now())) {
      case 'unchanged':
        return { connection: existing, created: false };
      case 'accepted': {
        const answered = { answer: 'accepted', by: requester } as const;
        return { connection: await this.#saveAnswer(tx, existing, answered), created: false };
      }
      case 'reopened': {
        const reopened = await tx.connections.updateReopened(existing.id, request);
        return this.#recordRequest(tx, requester, reopened);
      }
      case 'already_connected':
        throw new AppError('ALREADY_CONNECTED', 'You are already connected with this user');
      case 'cooling_down':
        throw new AppError(
          'CONNECTION_REJECTED',
          'This user rejected your request; wait 30 days before you send the next one',
        );
    }
  }

  /** Counts a new request towards the daily limit and notifies its recipient. */
  async #recordRequest(
    tx: Tx,
    requester: User,
    connection: Connection,
  ): Promise<{ connection: Connection; created: true }> {
    const earliest = await tx.connections.findRequestTime(requester.id, MAX_DAILY_REQUESTS - 1);
    const seconds = secondsUntilNextRequest(earliest, this.#now());
    if (seconds > 0) throw rateLimited(seconds);

    await tx.connections.insertRequestTime(requester.id, connection.created_at);
    await this.#notifications.connectionRequested(tx, connection, requester);
    return { connection, created: true };
  }

  async #saveAnswer(
    tx: Tx,
    { id }: Connection,
    { answer, by }: { answer: Answer; by: User },
  ): Promise<Connection> {
    const answered = await tx.connections.updateAnswered(id, answer, this.#now().toISOString());
    if (answer === 'accepted') await this.#notifications.connectionAccepted(tx, answered, by);
    return answered;
  }
}

async function lockForUser(tx: Tx, userId: number, id: number): Promise<Connection> {
  const connection = await tx.connections.lockForUser(userId, id);
  if (!connection) throw notFound('connection');
  return connection;
}

const viewFor = (connection: Connection, userId: number): ConnectionView => ({
  ...connection,
  direction: directionFor(connection, userId),
});

function listed(row: ConnectionRow): ListedConnection {
  const { connection_id, requested_at, status, direction, message, responded_at, ...user } = row;
  return {
    id: connection_id,
    status,
    direction,
    message,
    created_at: requested_at,
    responded_at,
    user: publicProfile(user),
  };
}

/** The headers are those of every rate limit, but RATE_LIMIT_ENABLED does not disable this one. */
const rateLimited = (seconds: number) =>
  new AppError(
    'RATE_LIMITED',
    `You sent ${MAX_DAILY_REQUESTS} connection requests within 24 hours; retry in ${seconds} s`,
    {
      headers: {
        'Retry-After': String(seconds),
        'RateLimit-Policy': `"connection-requests";q=${MAX_DAILY_REQUESTS};w=${REQUEST_WINDOW_SECONDS}`,
        RateLimit: `"connection-requests";r=0;t=${seconds}`,
      },
    },
  );
