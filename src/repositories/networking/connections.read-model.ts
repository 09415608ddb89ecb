import type { Knex } from 'knex';
import { type NumberedRequest, numberedPage, type Page } from '../../db/pages.ts';
import { lookUp } from '../../db/statement.ts';
import type {
  Connection,
  ConnectionStatus,
  Direction,
} from '../../domain/networking/connections.ts';
import type { ProfileRow } from '../../domain/people/profiles.ts';
import { profilesFor } from '../people/profiles.sql.ts';

export interface ConnectionsFilter {
  readonly direction?: Direction | undefined;
  readonly status?: ConnectionStatus | undefined;
}

/** The other user's profile, and the connection as the viewer sees it. */
export interface ConnectionRow
  extends ProfileRow,
    Pick<Connection, 'status' | 'message' | 'responded_at'> {
  readonly connection_id: number;
  readonly direction: Direction;
  readonly requested_at: string;
  readonly is_listed: boolean;
}

/** All fields are null when the pair has no connection. */
export interface PairRow {
  readonly id: number | null;
  readonly requester_id: number | null;
  readonly status: ConnectionStatus | null;
}

const FIND_PAIR = lookUp<{ viewerId: number; otherId: number }, PairRow>(
  (db, { viewerId, otherId }) =>
    profilesFor(db, viewerId)
      .where({ 'u.id': otherId, 'u.is_blocked': false, 'u.erased_at': null })
      .where((visible) => visible.where('u.is_listed', true).orWhereNotNull('c.id'))
      .clearSelect()
      .first('c.id', 'c.requester_id', 'c.status'),
);

/** Lists a user's connections and connection requests. */
export class ConnectionsReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Latest first, by answer or, while pending, by request. Leaves out blocked users. */
  async list(
    viewerId: number,
    filter: ConnectionsFilter,
    page: NumberedRequest,
  ): Promise<Page<ConnectionRow>> {
    const query = profilesFor(this.#db, viewerId)
      .join(this.#connectionsOf(viewerId, filter).as('m'), 'm.other_id', 'u.id')
      .where('u.is_blocked', false)
      .orderByRaw('coalesce(m.responded_at, m.requested_at) desc, m.connection_id desc')
      .select(
        'm.connection_id',
        'm.direction',
        'm.status',
        'm.message',
        'm.requested_at',
        'm.responded_at',
        'u.is_listed',
      );
    return numberedPage<ConnectionRow>(query, page);
  }

  /**
   * Undefined for an unknown, blocked or erased user, and for an unlisted user who has no connection
   * with the viewer, as in `ConnectionsRepository.lockRequester`.
   */
  async findPair(viewerId: number, otherId: number): Promise<PairRow | undefined> {
    return FIND_PAIR.first(this.#db, { viewerId, otherId });
  }

  /** A union, because each side has its own index. */
  #connectionsOf(viewerId: number, { direction, status }: ConnectionsFilter): Knex.QueryBuilder {
    const side = (own: string, other: string, as: Direction) => {
      const rows = this.#db('connections')
        .where({ [own]: viewerId })
        .select(
          'id as connection_id',
          this.#db.raw('?::text as direction', [as]),
          `${other} as other_id`,
          'status',
          'message',
          'created_at as requested_at',
          'responded_at',
        );
      return status ? rows.where({ status }) : rows.whereNot('status', 'withdrawn');
    };
    const sent = side('requester_id', 'recipient_id', 'sent');
    const received = side('recipient_id', 'requester_id', 'received');
    if (direction) return direction === 'sent' ? sent : received;
    return sent.unionAll(received);
  }
}
