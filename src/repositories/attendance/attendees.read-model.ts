import type { Knex } from 'knex';
import { keysetPage, type Page, type PageRequest } from '../../db/pages.ts';
import { type SearchPosition, searchedKeysetPage } from '../../db/search-pages.ts';
import type { ProfileRow } from '../../domain/people/profiles.ts';
import {
  filterProfiles,
  type ProfilesFilter,
  profilesFor,
  profileWays,
} from '../people/profiles.sql.ts';
import type { AttendanceTables } from './attendances.sql.ts';

export interface AttendeesView extends ProfilesFilter {
  /** Undefined for an anonymous viewer. */
  readonly viewerId?: number | undefined;
}

/** The queue number of the last attendee. */
export type AttendeePosition = SearchPosition<number>;

interface AttendeeRow extends ProfileRow {
  readonly queue_number: number;
}

/** The public attendee lists of events, or of conferences. */
export class AttendeesReadModel {
  readonly #db: Knex;
  readonly #tables: AttendanceTables;

  constructor(db: Knex, tables: AttendanceTables) {
    this.#db = db;
    this.#tables = tables;
  }

  /**
   * Lists the listed users with a seat, including the viewer, newest first. The cursor is a queue
   * number, so concurrent changes move no other attendee to another page.
   */
  async list(
    attendableId: number,
    { viewerId, ...filter }: AttendeesView,
    request: PageRequest<AttendeePosition>,
  ): Promise<Page<ProfileRow, AttendeePosition>> {
    const { attendances, key } = this.#tables;
    return searchedKeysetPage(filter.q, request, {
      key: 'a.queue_number',
      waysOf: profileWays(viewerId),
      isJoined: true,
      of: (words) => {
        const query = profilesFor(this.#db, viewerId)
          .join(`${attendances} as a`, 'a.user_id', 'u.id')
          .where(`a.${key}`, attendableId)
          .whereRaw(`holds_seat(a.status)`)
          .where('u.is_listed', true)
          .orderBy('a.queue_number', 'desc')
          .select('a.queue_number');
        filterProfiles(query, { ...filter, ...words }, viewerId);
        return query;
      },
      read: (query, page, total) =>
        keysetPage<AttendeeRow, number>(query, page, {
          seek: (rows, after) => rows.where('a.queue_number', '<', after),
          positionOf: (row) => row.queue_number,
          total,
        }),
    });
  }
}
