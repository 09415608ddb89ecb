import type { NumberedRequest, Page } from '../../db/pages.ts';
import {
  type Answer,
  type Connection,
  type ConnectionStatus,
  type ConnectionView,
  type Direction,
  directionFor,
  type ListedConnection,
  outcomeOfAnswer,
  outcomeOfDeletion,
  outcomeOfRequest,
  type PastRequests,
  viewFor,
} from '../../domain/networking/connections.ts';
import { hiddenProfile, publicProfile } from '../../domain/people/profiles.ts';
import type { User } from '../../domain/people/users.ts';
import { AppError, forbidden, invalid, notFound, unauthorized } from '../../errors.ts';
import type {
  ConnectionRow,
  ConnectionsFilter,
} from '../../repositories/networking/connections.read-model.ts';
import type {
  NewRequest,
  Party,
  RequestHashes,
} from '../../repositories/networking/connections.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { NotificationsService } from '../messaging/notifications.service.ts';
import { coolingDown, type RequestLimitsService } from './request-limits.service.ts';

/** The connection status of a pair: `none` and nulls when they have no row. */
export interface ConnectionCheck {
  readonly status: ConnectionStatus | 'none';
  readonly direction: Direction | null;
  readonly connection_id: number | null;
  /** Of the caller. */
  readonly note: string | null;
}

interface HashedRequest {
  readonly request: NewRequest;
  readonly hashes: RequestHashes;
}

interface NewConnection {
  readonly connection: Connection;
  readonly past: PastRequests;
  readonly isQuiet?: boolean;
}

interface Deps {
  readonly store: Store;
  readonly notifications: NotificationsService;
  readonly limits: RequestLimitsService;
  readonly now: () => Date;
}

/**
 * Connection requests and connections. Each change locks the pair's row. A change that notifies a
 * user locks both users before it, as an erasure does.
 */
export class ConnectionsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Sends a connection request, or accepts the request that the recipient already sent. Safe to
   * repeat: a pending request is returned with `created: false`.
   *
   * @throws AppError VALIDATION_ERROR for the caller's own id; NOT_FOUND; ALREADY_CONNECTED;
   *   CONNECTION_REJECTED for 30 days after a rejection, and for good after two; RATE_LIMITED after 50 new requests in 24
   *   hours, or 3 to one user in 30 days; UNAUTHORIZED for a requester who has been erased
   */
  async request(
    requesterId: number,
    { recipient_id, message }: { recipient_id: number; message?: string | null | undefined },
  ): Promise<{ connection: ConnectionView; created: boolean }> {
    if (recipient_id === requesterId)
      throw invalid('recipient_id', "expected another user's id", 'self');

    return this.#deps.store.transaction(async (tx) => {
      // Serializes the requests of one user, so that the daily limit counts each request.
      const requester = await tx.connections.lockRequester(requesterId, recipient_id);
      if (!requester?.messenger_id) throw unauthorized();
      const { messenger_id, recipient_messenger_id: recipient } = requester;
      if (recipient === null) throw notFound('user');
      const hashes = this.#deps.limits.hashesOf(messenger_id, recipient);

      const request = {
        requester_id: requesterId,
        recipient_id,
        message: message ?? null,
        created_at: this.#deps.now().toISOString(),
      };
      const { connection, created } = await this.#request(tx, requester, { request, hashes });
      // A connection that has just been requested or accepted has no note.
      return { connection: viewFor(connection, requesterId, null), created };
    });
  }

  /**
   * Accepts or rejects a received request. Safe to repeat.
   * @throws AppError NOT_FOUND for a connection between other users; FORBIDDEN for the requester;
   *   CONFLICT for an answer that differs from the first
   */
  async answer(caller: User, id: number, answer: Answer): Promise<ConnectionView> {
    return this.#deps.store.transaction(async (tx) => {
      await tx.connections.lockParties(id);
      const connection = await lockForUser(tx, caller.id, id);
      switch (outcomeOfAnswer(connection, caller.id, answer)) {
        case 'answered':
          return viewFor(
            await this.#saveAnswer(tx, connection.id, { answer, by: caller }),
            caller.id,
            null,
          );
        case 'unchanged':
          return viewFor(connection, caller.id, await tx.connectionNotes.find(id, caller.id));
        case 'not_recipient':
          throw forbidden();
        case 'already_answered':
          throw new AppError('CONFLICT', `You already ${connection.status} this request`);
      }
    });
  }

  /**
   * Withdraws a pending request and deletes its notification, or deletes a connection.
   * @throws AppError NOT_FOUND for a connection between other users; FORBIDDEN for the recipient of
   *   a pending request; CONFLICT for a rejected request
   */
  async delete(callerId: number, id: number): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      const connection = await lockForUser(tx, callerId, id);
      switch (outcomeOfDeletion(connection, callerId)) {
        case 'request_cancelled':
          await tx.notifications.deleteConnectionRequest(connection);
          return tx.connections.updateWithdrawn(id, this.#deps.now().toISOString());
        case 'connection_deleted':
          // It may have shown contacts.
          tx.pinToPrimary([connection.requester_id, connection.recipient_id]);
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
    const page = await this.#deps.store.read.connections.list(userId, filter, request);
    return { ...page, rows: page.rows.map(listed) };
  }

  /** @throws AppError VALIDATION_ERROR for the caller's own id; NOT_FOUND for a hidden user */
  async check(userId: number, otherId: number): Promise<ConnectionCheck> {
    if (otherId === userId) throw invalid('userId', "expected another user's id", 'self');
    const pair = await this.#deps.store.read.connections.findPair(userId, otherId);
    if (!pair) throw notFound('user');

    const { id, requester_id, status, note } = pair;
    return {
      status: status ?? 'none',
      direction: requester_id === null ? null : directionFor({ requester_id }, userId),
      connection_id: id,
      note,
    };
  }

  async #request(
    tx: Tx,
    requester: Party,
    { request, hashes }: HashedRequest,
  ): Promise<{ connection: Connection; created: boolean }> {
    // Insert before select: two users who request each other at once cannot both find no row.
    const inserted = await tx.connections.insertIfAbsent(request, hashes);
    if (inserted) return this.#admit(tx, requester, inserted);
    const existing = await tx.connections.lockPair(requester.id, request.recipient_id);
    // A block that was committed while this request waited for its requester.
    if (!existing && (await tx.blocks.exists(requester.id, request.recipient_id)))
      throw notFound('user');
    // Another transaction deleted the row between the two statements.
    if (!existing) return this.#request(tx, requester, { request, hashes });

    const outcome = outcomeOfRequest(existing, requester.id, this.#deps.now());
    switch (outcome) {
      case 'unchanged':
        return { connection: { ...existing, status: 'pending' }, created: false };
      case 'accepted': {
        const answered = { answer: 'accepted', by: requester } as const;
        return { connection: await this.#saveAnswer(tx, existing.id, answered), created: false };
      }
      case 'reopened':
      case 'reopened_quietly': {
        const connection = await tx.connections.updateReopened(existing.id, request);
        const past = await tx.connections.recordRequest(hashes, connection.created_at);
        const isQuiet = outcome === 'reopened_quietly';
        return this.#admit(tx, requester, { connection, past, isQuiet });
      }
      case 'already_connected':
        throw new AppError('ALREADY_CONNECTED', 'You are already connected with this user');
      case 'cooling_down':
        throw coolingDown();
      case 'rejected_for_good':
        throw new AppError('CONNECTION_REJECTED', 'This user rejected two of your requests');
    }
  }

  /** Notifies the recipient of a recorded request, unless a limit refuses it. */
  async #admit(
    tx: Tx,
    requester: Party,
    { connection, past, isQuiet = false }: NewConnection,
  ): Promise<{ connection: Connection; created: true }> {
    this.#deps.limits.check(past);
    await this.#deps.notifications.connectionRequested(tx, connection, {
      actor: requester,
      isQuiet,
    });
    return { connection, created: true };
  }

  async #saveAnswer(
    tx: Tx,
    id: number,
    { answer, by }: { answer: Answer; by: Party },
  ): Promise<Connection> {
    const now = this.#deps.now().toISOString();
    const answered = await tx.connections.updateAnswered(id, answer, now);
    if (answer === 'accepted') {
      await this.#deps.notifications.connectionAccepted(tx, answered, by);
      return answered;
    }
    const requester = await tx.users.find(answered.requester_id);
    if (requester) await this.#deps.limits.countRejection(tx, { requester, by, at: now });
    return answered;
  }
}

async function lockForUser(tx: Tx, userId: number, id: number): Promise<Connection> {
  const connection = await tx.connections.lockForUser(userId, id);
  if (!connection) throw notFound('connection');
  return connection;
}

const listed = ({ connection, user: { is_listed, ...user } }: ConnectionRow): ListedConnection => ({
  ...connection,
  user: is_listed || connection.status === 'accepted' ? publicProfile(user) : hiddenProfile(user),
});
