import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import {
  MAX_ADMIN_TOTAL,
  type NumberedRequest,
  numberedPage,
  type Page,
  queryList,
} from '../../db/pages.ts';
import { searchedPage } from '../../db/search-pages.ts';
import { sorted } from '../../db/sorts.ts';
import type { RoomClash } from '../../domain/programme/event-changes.ts';
import type { AdminEvent, EventSource, EventStatus } from '../../domain/programme/events.ts';
import type { Sort } from '../../domain/sorts.ts';
import { inConferences } from '../administration/conference-rows.sql.ts';
import { orWithId } from '../search.sql.ts';
import { conferenceStatus } from './conferences.sql.ts';
import { EVENT_COLUMNS } from './events.repository.ts';
import { type EventsFilter, narrowEvents, searchEvents } from './events.sql.ts';

const KEYS = {
  id: 'e.id',
  starts_at: 'e.starts_at',
  created_at: 'e.created_at',
  title: 'lower(e.title)',
  attendee_count: 'e.attendee_count',
} as const;

export interface AdminEventsFilter extends Omit<EventsFilter, 'updated_since'> {
  /**
   * The sort by `attendee_count` reads all events of the filter: no index contains a number that
   * changes with each seat.
   */
  readonly sort: Sort<keyof typeof KEYS>;
  readonly status?: EventStatus | undefined;
  readonly source?: EventSource | undefined;
  /** Whether a seat is free, or their number has no limit. */
  readonly has_seats?: boolean | undefined;
  /** The requester of side events. */
  readonly submitted_by?: number | undefined;
  /** The conferences of the key; null for all. */
  readonly conference_ids?: readonly number[] | null;
}

export interface PendingEventsFilter {
  readonly sort: Sort<'id' | 'starts_at' | 'title'>;
  readonly conference_id?: number | undefined;
  /** As in `AdminEventsFilter`. */
  readonly conference_ids?: readonly number[] | null;
}

const COLUMNS = [...EVENT_COLUMNS, 'contact'].map((column) => `e.${column}`);

const SUBMITTER = `
  (select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
                            'username', u.username)
     from users u where u.id = e.submitted_by) as submitter`;

/** More clashes would tell an administrator nothing new. */
const MAX_CLASHES = 20;

const sameRoom = (one: string, other: string) => `folded_name(${one}) = folded_name(${other})`;
const atSameTime = (other: string) => `tstzrange(e.starts_at, e.ends_at)
  && tstzrange(${other}.starts_at, ${other}.ends_at)`;

/** Cancelled and rejected events book nothing. An agenda item with an event is found by its event. */
const ROOM_CLASHES = `
  with e as (
    select id, conference_id, venue_name, starts_at, ends_at
      from events where id = :id and status in ('pending', 'approved'))
  (select o.id as event_id, null::bigint as agenda_item_id, o.title
     from e join events o on o.conference_id = e.conference_id and o.id <> e.id
      and o.status in ('pending', 'approved')
      and ${sameRoom('o.venue_name', 'e.venue_name')} and ${atSameTime('o')}
    order by o.starts_at, o.id limit :most)
  union all
  (select null, i.id, i.title
     from e join agenda_items i on i.conference_id = e.conference_id and i.event_id is null
      and i.status = 'scheduled' and ${sameRoom('i.room', 'e.venue_name')} and ${atSameTime('i')}
    order by i.starts_at, i.id limit :most)`;

/** Events of any status, also of draft conferences. */
export class AdminEventsReadModel extends OnDatabase {
  async list(
    filter: AdminEventsFilter,
    now: string,
    page: NumberedRequest,
  ): Promise<Page<AdminEvent>> {
    const { sort, status, source, has_seats, submitted_by, q } = filter;
    const listed = ({ q, matching }: Searched<Pick<AdminEventsFilter, 'q'>>) => {
      const query = sorted(this.#events(), { sort, keys: KEYS, id: 'e.id' });
      narrowEvents(query, { ...filter, q: undefined }, now);
      if (q) search(query, { q, matching });
      if (status) query.where('e.status', status);
      if (source) query.where('e.source', source);
      if (has_seats !== undefined) query.where('e.is_full', !has_seats);
      if (submitted_by) query.where('e.submitted_by', submitted_by);
      inConferences(query, 'e.conference_id', filter.conference_ids);
      return query;
    };
    return searchedPage<AdminEvent>(q, page, {
      key: 'e.id',
      most: MAX_ADMIN_TOTAL,
      of: listed,
    });
  }

  /** Pending side-event requests. */
  async listPending(
    { sort, conference_id, conference_ids }: PendingEventsFilter,
    page: NumberedRequest,
  ): Promise<Page<AdminEvent>> {
    const query = sorted(this.#events(), { sort, keys: KEYS, id: 'e.id' });
    query.where('e.status', 'pending');
    if (conference_id) query.where('e.conference_id', conference_id);
    inConferences(query, 'e.conference_id', conference_ids);
    return numberedPage<AdminEvent>(queryList(query, { most: MAX_ADMIN_TOTAL }), page);
  }

  async find(id: number): Promise<AdminEvent | undefined> {
    return this.#events().where('e.id', id).first() as Promise<AdminEvent | undefined>;
  }

  /** The other bookings of the venue of an event within its conference at the same time. */
  async listRoomClashes(id: number): Promise<RoomClash[]> {
    const { rows } = await this.db.raw<{ rows: RoomClash[] }>(ROOM_CLASHES, {
      id,
      most: MAX_CLASHES,
    });
    return rows;
  }

  #events(): Knex.QueryBuilder {
    return this.db('events as e')
      .select(COLUMNS)
      .select(this.db.raw(conferenceStatus('e.conference_id')), this.db.raw(SUBMITTER));
  }
}

const search = (query: Knex.QueryBuilder, words: Searched<{ readonly q: string }>): void =>
  orWithId(query, { q: words.q, id: 'e.id' }, (events) => searchEvents(events, words));
