import type { Knex } from 'knex';
import { keysetPage, type Page, type PageRequest } from '../../db/pages.ts';
import type { ProfileRow } from '../../domain/people/profiles.ts';
import { narrowProfiles, type ProfilesFilter, profilesFor } from '../people/profiles.sql.ts';
import type { AttendanceTables } from './attendances.sql.ts';

/** Who looks, undefined for an anonymous one, and for whom. */
export interface AttendeesView extends ProfilesFilter {
  readonly viewerId?: number | undefined;
}

interface AttendeeRow extends ProfileRow {
  readonly queue_number: number;
}

/** Those who come to events, or to conferences, as other people see them. */
export class AttendeesReadModel {
  readonly #db: Knex;
  readonly #tables: AttendanceTables;

  constructor(db: Knex, tables: AttendanceTables) {
    this.#db = db;
    this.#tables = tables;
  }

  /**
   * The listed people who have a seat, the viewer among them, newest first. Positions are those of
   * the queue: whoever comes or goes meanwhile moves nobody else to another page.
   */
  async list(
    attendableId: number,
    { viewerId, ...filter }: AttendeesView,
    page: PageRequest<number>,
  ): Promise<Page<ProfileRow, number>> {
    const { attendances, key } = this.#tables;
    const query = profilesFor(this.#db, viewerId)
      .join(`${attendances} as a`, 'a.user_id', 'u.id')
      .where(`a.${key}`, attendableId)
      .whereRaw(`holds_seat(a.status)`)
      .where('u.is_listed', true)
      .orderBy('a.queue_number', 'desc')
      .select('a.queue_number');
    narrowProfiles(query, filter, viewerId);
    return keysetPage<AttendeeRow, number>(query, page, {
      seek: (rows, after) => rows.where('a.queue_number', '<', after),
      positionOf: (row) => row.queue_number,
    });
  }
}
