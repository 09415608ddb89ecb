import type { Knex } from 'knex';
import { type NumberedRequest, numberedPage, type Page } from '../../db/pages.ts';
import type { AdminEvent, EventSource, EventStatus } from '../../domain/programme/events.ts';
import { type EventsFilter, narrowEvents } from './events.read-model.ts';
import { EVENT_COLUMNS } from './events.repository.ts';

export interface AdminEventsFilter extends Omit<EventsFilter, 'updated_since'> {
  readonly status?: EventStatus | undefined;
  readonly source?: EventSource | undefined;
}

const COLUMNS = [...EVENT_COLUMNS, 'contact'].map((column) => `e.${column}`);

/** Events of any status, also of draft conferences. */
export class AdminEventsReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Sorted by start, latest first. */
  async list(
    filter: AdminEventsFilter,
    now: string,
    page: NumberedRequest,
  ): Promise<Page<AdminEvent>> {
    const { status, source } = filter;
    const query = this.#events().orderBy([
      { column: 'e.starts_at', order: 'desc' },
      { column: 'e.id', order: 'desc' },
    ]);
    narrowEvents(query, filter, now);
    if (status) query.where('e.status', status);
    if (source) query.where('e.source', source);
    return numberedPage<AdminEvent>(query, page);
  }

  /** Pending side-event requests, the oldest first. */
  async listPending(page: NumberedRequest): Promise<Page<AdminEvent>> {
    return numberedPage<AdminEvent>(
      this.#events().where('e.status', 'pending').orderBy('e.id'),
      page,
    );
  }

  async find(id: number): Promise<AdminEvent | undefined> {
    return this.#events().where('e.id', id).first() as Promise<AdminEvent | undefined>;
  }

  #events(): Knex.QueryBuilder {
    return this.#db('events as e').select(COLUMNS);
  }
}
