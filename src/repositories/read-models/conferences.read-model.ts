import type { Knex } from 'knex';
import { type NumberedRequest, numberedPage, type Page } from '../../db/pages.ts';
import type { Attendance } from '../../domain/attendances.ts';
import type { ConferenceView } from '../../domain/conferences.ts';
import { CONFERENCE_ATTENDANCES } from '../attendances.repository.ts';
import { CONFERENCE_COLUMNS } from '../conferences.repository.ts';
import { attendanceInJson } from './attendance-columns.ts';
import { containing } from './profile-columns.ts';

export interface ConferencesFilter {
  /** Only what has not ended. */
  readonly upcoming?: boolean | undefined;
  /** Only what has ended. */
  readonly past?: boolean | undefined;
  readonly q?: string | undefined;
}

/** Conferences, as people find them. */
export class ConferencesReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** The published ones, by start. */
  async list(
    filter: ConferencesFilter,
    now: string,
    page: NumberedRequest,
  ): Promise<Page<ConferenceView>> {
    const query = this.#conferences()
      .where('c.status', 'published')
      .orderBy(['c.starts_on', 'c.id']);
    if (filter.upcoming) query.where('c.ends_at', '>', now);
    if (filter.past) query.where('c.ends_at', '<=', now);
    for (const word of filter.q?.split(/\s+/) ?? []) {
      query.whereRaw(`concat_ws(' ', c.name, c.city, c.venue) ilike ?`, [containing(word)]);
    }
    return numberedPage<ConferenceView>(query, page);
  }

  /** A published or archived one. */
  async find(by: { id: number } | { slug: string }): Promise<ConferenceView | undefined> {
    const query = this.#conferences().whereNot('c.status', 'draft');
    query.where('id' in by ? { 'c.id': by.id } : { 'c.slug': by.slug });
    return query.first() as Promise<ConferenceView | undefined>;
  }

  /** How somebody stands to a published or archived one; undefined where there is none. */
  async standing(userId: number, id: number): Promise<Attendance | undefined> {
    const row = await this.#db('conferences as c')
      .leftJoin('conference_attendances as a', (on) => {
        on.on('a.conference_id', 'c.id').andOnVal('a.user_id', userId);
      })
      .where('c.id', id)
      .whereNot('c.status', 'draft')
      .first<{ attendance: Attendance } | undefined>(
        this.#db.raw(`${attendanceInJson(CONFERENCE_ATTENDANCES)} as attendance`),
      );
    return row?.attendance;
  }

  #conferences(): Knex.QueryBuilder {
    return this.#db('conferences as c').select([
      ...CONFERENCE_COLUMNS.map((column) => `c.${column}`),
      this.#db.raw(
        `(select count(*) from events e
           where e.conference_id = c.id and e.status = 'approved') as event_count`,
      ),
    ]);
  }
}
