import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { type SearchPosition, searchedKeysetPage } from '../../db/search-pages.ts';
import { sorted, sortedPage } from '../../db/sorts.ts';
import type { ListedRequest, RequestKind } from '../../domain/registration/listed-requests.ts';
import type { SeatRequest, SeatRequestStatus } from '../../domain/registration/seat-requests.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { inConferences } from '../administration/conference-rows.sql.ts';
import { searchAllUsers } from '../people/profiles.sql.ts';
import { personIn } from '../quests/participations.sql.ts';
import { readAnswers, type ShownAnswers } from './forms.sql.ts';

/** SQL for what a request for a seat is for; events have a title, conferences a name. */
const OF_SEAT = `
  case when e.id is not null then json_build_object('id', e.id, 'title', e.title) end as event,
  case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as conference`;

/** SQL for what a request is for. */
const OF = `
  case when r.quest_id is not null then 'quest' when r.event_id is not null then 'event'
       else 'conference' end as kind,
  case when q.id is not null then json_build_object('id', q.id, 'title', q.title) end as quest,
  ${OF_SEAT}`;

const COLUMNS = `
  r.id, r.status, r.source, r.message, r.reason, r.guests, r.requested_at, r.decided_at,
  r.ticket_type_id, ${OF}, ${personIn('r.user_id')} as "user"`;

const CONFERENCE = 'coalesce(r.conference_id, e.conference_id, q.conference_id)';

const ANSWERS_OF = {
  userId: 'r.user_id',
  questions: 'q.conference_id = r.conference_id or q.event_id = r.event_id',
};

const KEYS = { id: 'r.id', requested_at: 'r.requested_at' } as const;

export interface RequestsFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly kinds: readonly RequestKind[];
  readonly quest_id?: number | undefined;
  readonly event_id?: number | undefined;
  /** Also those of its events and quests. */
  readonly conference_id?: number | undefined;
  readonly ticket_type_id?: number | undefined;
  readonly status: SeatRequestStatus;
  readonly q?: string | undefined;
  /** Whether `q` also finds usernames and messenger ids. */
  readonly byContacts?: boolean | undefined;
  /** Adds the answers to each request; without those to sensitive questions unless `all`. */
  readonly withAnswers?: ShownAnswers | undefined;
  /** The conferences of the key; null for all. */
  readonly conference_ids?: readonly number[] | null;
}

/** A request for a seat in the export of its user. */
export type PersonalSeatRequest = Pick<
  SeatRequest,
  'id' | 'status' | 'reason' | 'guests' | 'requested_at' | 'decided_at'
> &
  Pick<ListedRequest, 'event' | 'conference'>;

export type RequestPosition = SearchPosition<SortPosition>;

/**
 * Registration requests of every kind, as administrators decide on them. Requests for deleted quests are
 * left out.
 */
export class RegistrationRequestsReadModel extends OnDatabase {
  async find(id: number): Promise<ListedRequest | undefined> {
    return this.#requests().where('r.id', id).first();
  }

  async list(
    filter: RequestsFilter,
    request: PageRequest<RequestPosition>,
  ): Promise<Page<ListedRequest, RequestPosition>> {
    const sorting = { sort: filter.sort, keys: KEYS, id: 'r.id' };
    return searchedKeysetPage(filter.q, request, {
      key: 'r.id',
      of: (words) => sorted(this.#listed({ ...filter, ...words }), sorting),
      read: (query, page, total) =>
        sortedPage<ListedRequest, keyof typeof KEYS>(query, page, { ...sorting, total }),
    });
  }

  /** As `list`, of quests alone and without a search. */
  async listOfQuests(
    filter: Omit<RequestsFilter, 'kinds' | 'q'>,
    request: PageRequest<SortPosition>,
  ): Promise<Page<ListedRequest, SortPosition>> {
    return sortedPage<ListedRequest, keyof typeof KEYS>(
      this.#listed({ ...filter, kinds: ['quest'] }),
      request,
      { sort: filter.sort, keys: KEYS, id: 'r.id' },
    );
  }

  /** The requests of a user for seats, for the export, the oldest first. */
  async listPersonal(user_id: number): Promise<PersonalSeatRequest[]> {
    return this.db('registration_requests as r')
      .leftJoin('events as e', 'e.id', 'r.event_id')
      .leftJoin('conferences as c', 'c.id', 'r.conference_id')
      .where('r.user_id', user_id)
      .whereNull('r.quest_id')
      .orderBy('r.id')
      .select(
        ...['r.id', 'r.status', 'r.reason', 'r.guests', 'r.requested_at', 'r.decided_at'],
        this.db.raw(OF_SEAT),
      );
  }

  #listed(filter: Searched<RequestsFilter>): Knex.QueryBuilder {
    const { kinds, conference_id, conference_ids, q, matching, byContacts } = filter;
    const query = this.#requests().where('r.status', filter.status);
    if (filter.withAnswers)
      query.select(this.db.raw(`${readAnswers(ANSWERS_OF, filter.withAnswers)} as answers`));
    query.where((of) => {
      for (const kind of kinds) of.orWhereNotNull(`r.${kind}_id`);
    });
    for (const column of ['quest_id', 'event_id', 'ticket_type_id'] as const) {
      const value = filter[column];
      if (value !== undefined) query.where(`r.${column}`, value);
    }
    if (conference_id !== undefined) query.whereRaw(`${CONFERENCE} = ?`, [conference_id]);
    inConferences(query, CONFERENCE, conference_ids);
    if (q) {
      query.join('users as u', 'u.id', 'r.user_id');
      searchAllUsers(query, { q, matching, byContacts });
    }
    return query;
  }

  #requests(): Knex.QueryBuilder {
    return this.db('registration_requests as r')
      .joinRaw('left join quests q on q.id = r.quest_id and q.deleted_at is null')
      .leftJoin('events as e', 'e.id', 'r.event_id')
      .leftJoin('conferences as c', 'c.id', 'r.conference_id')
      .whereRaw('(r.quest_id is null or q.id is not null)')
      .select(this.db.raw(COLUMNS));
  }
}
