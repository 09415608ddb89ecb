import type { Knex } from 'knex';
import { keysetPage, type Page, type PageRequest } from '../../db/pages.ts';
import { UNNAMED } from '../../db/statement-names.ts';
import type { RequestStatus } from '../../domain/quests/participations.ts';
import type { ListedRequest } from '../../domain/quests/registration-requests.ts';
import { personIn } from './quest-people.sql.ts';

const COLUMNS = `
  r.id, r.status, r.source, r.message, r.reason, r.requested_at, r.decided_at,
  json_build_object('id', q.id, 'title', q.title) as quest,
  ${personIn('r.user_id')} as "user"`;

export interface RequestsFilter {
  readonly quest_id?: number | undefined;
  readonly status: RequestStatus;
}

/** Registration requests as administrators decide on them. Those of deleted quests are left out. */
export class RegistrationRequestsReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async find(id: number): Promise<ListedRequest | undefined> {
    return this.#requests().where('r.id', id).first();
  }

  /** The first request of a user for a quest decides the order, oldest first. */
  async list(
    { quest_id, status }: RequestsFilter,
    request: PageRequest<number>,
  ): Promise<Page<ListedRequest, number>> {
    const query = this.#requests().where('r.status', status).orderBy('r.id');
    if (quest_id !== undefined) query.where('r.quest_id', quest_id);
    // Few are pending, or most of them.
    return keysetPage<ListedRequest, number>(query.options(UNNAMED), request, {
      seek: (rows, after) => rows.where('r.id', '>', after),
      positionOf: ({ id }) => id,
    });
  }

  #requests(): Knex.QueryBuilder {
    return this.#db('quest_registration_requests as r')
      .joinRaw('join quests q on q.id = r.quest_id and q.deleted_at is null')
      .select(this.#db.raw(COLUMNS));
  }
}
