import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { sortedPage } from '../../db/sorts.ts';
import type { ListedRequest } from '../../domain/quests/admin-registration-requests.ts';
import type { RequestStatus } from '../../domain/quests/registration-requests.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { inConferences } from '../administration/conference-rows.sql.ts';
import { personIn } from './participations.sql.ts';

const COLUMNS = `
  r.id, r.status, r.source, r.message, r.reason, r.requested_at, r.decided_at,
  json_build_object('id', q.id, 'title', q.title) as quest,
  ${personIn('r.user_id')} as "user"`;

const KEYS = { id: 'r.id' } as const;

export interface RequestsFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly quest_id?: number | undefined;
  readonly status: RequestStatus;
  /** The conferences of the key; null for all. */
  readonly conference_ids?: readonly number[] | null;
}

/**
 * Registration requests as administrators decide on them. Requests for deleted quests are left out.
 */
export class RegistrationRequestsReadModel extends OnDatabase {
  async find(id: number): Promise<ListedRequest | undefined> {
    return this.#requests().where('r.id', id).first();
  }

  /** The first request of a user for a quest decides the order. */
  async list(
    { sort, quest_id, status, conference_ids }: RequestsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<ListedRequest, SortPosition>> {
    const query = this.#requests().where('r.status', status);
    if (quest_id !== undefined) query.where('r.quest_id', quest_id);
    inConferences(query, 'q.conference_id', conference_ids);
    // Either few requests are pending, or most.
    return sortedPage<ListedRequest, keyof typeof KEYS>(query, request, {
      sort,
      keys: KEYS,
      id: 'r.id',
    });
  }

  #requests(): Knex.QueryBuilder {
    return this.db('registration_requests as r')
      .joinRaw('join quests q on q.id = r.quest_id and q.deleted_at is null')
      .select(this.db.raw(COLUMNS));
  }
}
