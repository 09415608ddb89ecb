import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import { type NumberedRequest, numberedPage, type Page, queryList } from '../../db/pages.ts';
import { type Prefixed, takeApart } from '../../db/rows.ts';
import { preparedQuery } from '../../db/statement.ts';
import type {
  ConnectionStatus,
  Direction,
  PersonalConnection,
  StoredConnection,
} from '../../domain/networking/connections.ts';
import type { ContactRow } from '../../domain/networking/contacts.ts';
import type { ProfileRow } from '../../domain/people/profiles.ts';
import { profilesFor } from '../people/profiles.sql.ts';
import { isNotHidden, type SeenRow, seenColumns, seenNote } from './connections.sql.ts';

export interface ConnectionsFilter {
  readonly direction?: Direction | undefined;
  readonly status?: ConnectionStatus | undefined;
}

/** The other user's profile, and the connection as the viewer sees it. */
export interface ConnectionRow {
  readonly connection: SeenRow;
  readonly user: ProfileRow & { readonly is_listed: boolean };
}

type PersonalRow = SeenRow<StoredConnection> & Pick<PersonalConnection, 'user'>;

/** The connection has columns of the same names as the profile. */
type FlatRow = Prefixed<SeenRow, 'seen_'> & ConnectionRow['user'];

/** All fields are null when the pair has no connection. */
export interface PairRow {
  readonly id: number | null;
  readonly requester_id: number | null;
  readonly status: ConnectionStatus | null;
  /** Of the viewer. */
  readonly note: string | null;
}

const FIND_PAIR = preparedQuery<{ viewerId: number; otherId: number }, PairRow>(
  (db, { viewerId, otherId }) =>
    profilesFor(db, viewerId)
      .where({ 'u.id': otherId, 'u.is_blocked': false, 'u.erased_at': null })
      .where((visible) => visible.where('u.is_listed', true).orWhereNotNull('c.id'))
      .whereRaw(isNotHidden(':viewerId', 'u.id'), { viewerId })
      .clearSelect()
      .first('c.id', 'c.requester_id', 'c.status', db.raw(seenNote(), { viewerId })),
);

/** Lists a user's connections and connection requests. */
export class ConnectionsReadModel extends OnDatabase {
  /** Latest first, by answer or, while pending, by request. Leaves out blocked users. */
  async list(
    viewerId: number,
    filter: ConnectionsFilter,
    page: NumberedRequest,
  ): Promise<Page<ConnectionRow>> {
    const query = profilesFor(this.db, viewerId)
      .join(this.#connectionsOf(viewerId, filter).as('m'), 'm.other_id', 'u.id')
      .where('u.is_blocked', false)
      .orderByRaw('m.changed_at desc, m.id desc')
      .select(this.db.raw(seenColumns('seen_'), { viewerId }), 'u.is_listed');
    const found = await numberedPage<FlatRow>(queryList(query), page);
    const pairs = takeApart<SeenRow, 'seen_', ConnectionRow['user']>(found.rows, 'seen_');
    return { ...found, rows: pairs.map(([connection, user]) => ({ connection, user })) };
  }

  /** Accepted connections by their ids, with the other user; leaves out blocked users. */
  async listContacts(
    viewerId: number,
    { limit, after }: { readonly limit: number; readonly after: number },
  ): Promise<readonly ContactRow[]> {
    return profilesFor(this.db, viewerId)
      .join(this.#connectionsOf(viewerId, { status: 'accepted' }).as('m'), 'm.other_id', 'u.id')
      .leftJoin('conferences as k', (join) =>
        join.on('k.id', 'c.met_conference_id').andOnIn('k.status', ['published', 'archived']),
      )
      .where('u.is_blocked', false)
      .where('m.id', '>', after)
      .orderBy('m.id')
      .limit(limit)
      .select(
        'm.id as connection_id',
        'c.responded_at',
        'c.met_at',
        'k.name as conference',
        this.db.raw(seenNote(), { viewerId }),
      );
  }

  /**
   * Undefined for an unknown, blocked or erased user, for an unlisted user who has no connection
   * with the viewer, and if one of the two blocks the other, as in `ConnectionsRepository.lockRequester`.
   */
  async findPair(viewerId: number, otherId: number): Promise<PairRow | undefined> {
    return FIND_PAIR.first(this.db, { viewerId, otherId });
  }

  /** All connections of the user, for the export: also withdrawn requests that they sent. */
  async listPersonal(viewerId: number): Promise<PersonalConnection[]> {
    const { rows } = await this.db.raw<{ rows: PersonalRow[] }>(
      `select ${seenColumns()}, json_build_object('id', u.id, 'first_name', u.first_name) as user
         from connections c
         join users u
           on u.id = case when c.requester_id = :viewerId then c.recipient_id else c.requester_id end
        where c.requester_id = :viewerId
           or c.recipient_id = :viewerId and c.status <> 'withdrawn'
        order by c.id`,
      { viewerId },
    );
    return rows;
  }

  /** Whose connections with whom, and when they last changed. A union: each side has its own index. */
  #connectionsOf(viewerId: number, { direction, status }: ConnectionsFilter): Knex.QueryBuilder {
    const changedAt = this.db.raw('coalesce(responded_at, created_at) as changed_at');
    const side = (own: string, other: string) => {
      const rows = this.db('connections')
        .where({ [own]: viewerId })
        .select('id', `${other} as other_id`, changedAt);
      return status ? rows.where({ status }) : rows.whereNot('status', 'withdrawn');
    };
    const sent = side('requester_id', 'recipient_id');
    const received = side('recipient_id', 'requester_id');
    if (direction) return direction === 'sent' ? sent : received;
    return sent.unionAll(received);
  }
}
