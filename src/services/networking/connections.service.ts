import type { NumberedRequest, Page } from '../../db/pages.ts';
import {
  type Answer,
  type Connection,
  type ConnectionStatus,
  type Direction,
  directionFor,
  MAX_DAILY_REQUESTS,
  outcomeOfAnswer,
  outcomeOfEnding,
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

/** A connection as one of the two sees it. */
export interface ConnectionView extends Connection {
  readonly direction: Direction;
}

/** The same in a list, with the other person instead of two ids. */
export interface ListedConnection extends Omit<ConnectionView, 'requester_id' | 'recipient_id'> {
  readonly user: PublicProfile;
}

/** How two people stand; nothing between them is `none`, and null. */
export interface ConnectionCheck {
  readonly status: ConnectionStatus | 'none';
  readonly direction: Direction | null;
  readonly connection_id: number | null;
}

/**
 * Who knows whom. Each change locks the row of the two, after the people themselves where one of
 * them is told: whoever is erased is locked before their connections too.
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
   * Asks somebody to connect, or says yes when they have asked already. Safe to repeat: the request
   * that waits comes back with `created: false`.
   *
   * @throws AppError VALIDATION_ERROR for oneself; NOT_FOUND; ALREADY_CONNECTED;
   *   CONNECTION_REJECTED for 30 days after their no; RATE_LIMITED after 50 new ones in 24 hours;
   *   UNAUTHORIZED for somebody erased meanwhile
   */
  async request(
    askerId: number,
    { recipient_id, message }: { recipient_id: number; message?: string | null | undefined },
  ): Promise<{ connection: ConnectionView; created: boolean }> {
    if (recipient_id === askerId) throw invalid('recipient_id', 'expected somebody else');

    return this.#store.transaction(async (tx) => {
      // Their requests wait for each other here, so that the daily limit counts every one.
      const asker = await tx.users.lockAllowingReferences(askerId);
      if (!asker || asker.erased_at !== null) throw unauthorized();
      if (!(await tx.connections.lockRecipient(recipient_id, askerId))) throw notFound('user');

      const request = {
        requester_id: askerId,
        recipient_id,
        message: message ?? null,
        created_at: this.#now().toISOString(),
      };
      const { connection, created } = await this.#ask(tx, asker, request);
      return { connection: viewFor(connection, askerId), created };
    });
  }

  /**
   * Says yes or no to who asked. Safe to repeat.
   * @throws AppError NOT_FOUND for a connection of others; FORBIDDEN for who asked; CONFLICT for
   *   another answer than the first
   */
  async answer(caller: User, id: number, answer: Answer): Promise<ConnectionView> {
    return this.#store.transaction(async (tx) => {
      await tx.connections.lockParties(id);
      const connection = await lockOf(tx, caller.id, id);
      switch (outcomeOfAnswer(connection, caller.id, answer)) {
        case 'settled':
          return viewFor(await this.#settle(tx, connection, { answer, by: caller }), caller.id);
        case 'unchanged':
          return viewFor(connection, caller.id);
        case 'not_asked':
          throw forbidden();
        case 'already_answered':
          throw new AppError('CONFLICT', `You have answered: ${connection.status}`);
      }
    });
  }

  /**
   * Takes back a request that waits, and that its recipient was told of it; or ends a connection.
   * @throws AppError NOT_FOUND for a connection of others; FORBIDDEN for who is to answer;
   *   CONFLICT for one that is rejected
   */
  async end(callerId: number, id: number): Promise<void> {
    await this.#store.transaction(async (tx) => {
      const connection = await lockOf(tx, callerId, id);
      switch (outcomeOfEnding(connection, callerId)) {
        case 'withdrawn':
          await tx.notifications.deleteConnectionRequest(connection);
          return tx.connections.delete(id);
        case 'ended':
          return tx.connections.delete(id);
        case 'to_be_answered':
          throw forbidden();
        case 'rejected':
          throw new AppError('CONFLICT', 'This request was rejected; there is nothing to end');
      }
    });
  }

  /** Latest first, by when it was answered or, while it waits, asked. */
  async list(
    userId: number,
    filter: ConnectionsFilter,
    request: NumberedRequest,
  ): Promise<Page<ListedConnection>> {
    const page = await this.#store.read.connections.list(userId, filter, request);
    return { ...page, rows: page.rows.map(listed) };
  }

  /** @throws AppError VALIDATION_ERROR for oneself; NOT_FOUND */
  async check(userId: number, otherId: number): Promise<ConnectionCheck> {
    if (otherId === userId) throw invalid('userId', 'expected somebody else');
    const pair = await this.#store.read.connections.findPair(userId, otherId);
    if (!pair) throw notFound('user');

    const { id, requester_id, status } = pair;
    return {
      status: status ?? 'none',
      direction: requester_id === null ? null : directionFor({ requester_id }, userId),
      connection_id: id,
    };
  }

  async #ask(
    tx: Tx,
    asker: User,
    request: NewRequest,
  ): Promise<{ connection: Connection; created: boolean }> {
    // Insert first and look second: two who ask each other at once cannot both find nothing.
    const fresh = await tx.connections.insertIfAbsent(request);
    if (fresh) return this.#asked(tx, asker, fresh);
    const pair = await tx.connections.lockPair(asker.id, request.recipient_id);
    // Ended since it stood in the way.
    if (!pair) return this.#ask(tx, asker, request);

    switch (outcomeOfRequest(pair, asker.id, this.#now())) {
      case 'unchanged':
        return { connection: pair, created: false };
      case 'accepted': {
        const connection = await this.#settle(tx, pair, { answer: 'accepted', by: asker });
        return { connection, created: false };
      }
      case 'reopened':
        return this.#asked(tx, asker, await tx.connections.updateReopened(pair.id, request));
      case 'already_connected':
        throw new AppError('ALREADY_CONNECTED', 'You are connected already');
      case 'too_soon':
        throw new AppError('CONNECTION_REJECTED', 'This person said no; ask again 30 days later');
    }
  }

  /** Counts a new request, and tells its recipient. */
  async #asked(
    tx: Tx,
    asker: User,
    connection: Connection,
  ): Promise<{ connection: Connection; created: true }> {
    const earliest = await tx.connections.findRequestTime(asker.id, MAX_DAILY_REQUESTS - 1);
    const seconds = secondsUntilNextRequest(earliest, this.#now());
    if (seconds > 0) throw tooMany(seconds);

    await tx.connections.insertRequestTime(asker.id, connection.created_at);
    await this.#notifications.connectionRequested(tx, connection, asker);
    return { connection, created: true };
  }

  async #settle(
    tx: Tx,
    { id }: Connection,
    { answer, by }: { answer: Answer; by: User },
  ): Promise<Connection> {
    const settled = await tx.connections.updateAnswered(id, answer, this.#now().toISOString());
    if (answer === 'accepted') await this.#notifications.connectionAccepted(tx, settled, by);
    return settled;
  }
}

async function lockOf(tx: Tx, personId: number, id: number): Promise<Connection> {
  const connection = await tx.connections.lockOf(personId, id);
  if (!connection) throw notFound('connection');
  return connection;
}

const viewFor = (connection: Connection, personId: number): ConnectionView => ({
  ...connection,
  direction: directionFor(connection, personId),
});

function listed(row: ConnectionRow): ListedConnection {
  const { connection_id, requested_at, status, direction, message, responded_at, ...person } = row;
  return {
    id: connection_id,
    status,
    direction,
    message,
    created_at: requested_at,
    responded_at,
    user: publicProfile(person),
  };
}

/** With the headers that every limit has, though this one is never turned off. */
const tooMany = (seconds: number) =>
  new AppError(
    'RATE_LIMITED',
    `You have asked ${MAX_DAILY_REQUESTS} people within 24 hours; ask the next one later`,
    {
      headers: {
        'Retry-After': String(seconds),
        'RateLimit-Policy': `"connection-requests";q=${MAX_DAILY_REQUESTS};w=${REQUEST_WINDOW_SECONDS}`,
        RateLimit: `"connection-requests";r=0;t=${seconds}`,
      },
    },
  );
