import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import { cursorPage, type Page, type PageRequest, queryList } from '../../db/pages.ts';
import { type SearchPosition, searchedKeysetPage } from '../../db/search-pages.ts';
import type { ProfileRow } from '../../domain/people/profiles.ts';
import {
  interestedIn,
  type ProfilesFilter,
  type ProfilesViewer,
  profileSources,
  profilesFor,
  searchProfiles,
  withoutHidden,
} from '../people/profiles.sql.ts';
import type { AttendanceTables } from './attendances.sql.ts';

export interface AttendeesView extends ProfilesFilter {
  /** Undefined for an anonymous viewer. */
  readonly viewerId?: number | undefined;
  /** The ids of the users who are hidden from the viewer. */
  readonly hidden?: readonly number[] | undefined;
}

/** The queue number of the last attendee. */
export type AttendeePosition = SearchPosition<number>;

interface AttendeeRow extends ProfileRow {
  readonly queue_number: number;
}

/** The public attendee lists of events, or of conferences. */
export class AttendeesReadModel extends OnDatabase {
  readonly #tables: AttendanceTables;

  constructor(db: Knex, tables: AttendanceTables) {
    super(db);
    this.#tables = tables;
  }

  /**
   * Lists the listed users with a seat, including the viewer, without those hidden from the viewer,
   * newest first. The cursor is a queue
   * number, so concurrent changes move no other attendee to another page.
   */
  async list(
    attendableId: number,
    { viewerId, hidden = [], ...filter }: AttendeesView,
    request: PageRequest<AttendeePosition>,
  ): Promise<Page<ProfileRow, AttendeePosition>> {
    const viewer = { viewerId, hidden };
    return searchedKeysetPage(filter.q, request, {
      key: 'a.queue_number',
      sourcesOf: profileSources(viewerId),
      of: (words) => this.#listed(attendableId, { ...filter, ...words }, viewer),
      read: (query, page, total) => {
        const listing = { total, withoutHidden: withoutHidden(hidden), key: 'a.queue_number' };
        const list = queryList<AttendeeRow, number>(query, listing, (rows, after) => {
          rows.where('a.queue_number', '<', after);
        });
        return cursorPage(list, page, (row) => row.queue_number);
      },
    });
  }

  #listed(
    attendableId: number,
    { interest, ...words }: Searched<ProfilesFilter>,
    viewer: ProfilesViewer,
  ): Knex.QueryBuilder {
    const { attendances, key } = this.#tables;
    const query = profilesFor(this.db, viewer.viewerId)
      .from(this.db.raw(`${attendances} as a left join users as u on u.id = a.user_id`))
      .where(`a.${key}`, attendableId)
      .whereRaw(`a.user_id is not null and holds_seat(a.status)`)
      .orderBy('a.queue_number', 'desc')
      .select('a.queue_number');
    searchProfiles(query, words, viewer);
    if (interest) interestedIn(query, interest, 'a.user_id');
    // Who has an interest is listed, so that a count reads no users; an index of words is of listed ones.
    if (!interest || words.q) query.where('u.is_listed', true);
    return query;
  }
}
