import type { Knex } from 'knex';
import { onlyRow } from '../db/rows.ts';
import { freeSlugsIn, orSlugTaken } from '../db/slugs.ts';
import type { Conference, ConferenceInput } from '../domain/conferences.ts';

/** All that is a `Conference`. */
export const CONFERENCE_COLUMNS = [
  'id',
  'slug',
  'name',
  'description',
  'starts_on',
  'ends_on',
  'timezone',
  'venue',
  'city',
  'country',
  'website',
  'image_url',
  'capacity',
  'status',
  'attendee_count',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Conference)[];

export class ConferencesRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Drafts too. */
  async find(id: number): Promise<Conference | undefined> {
    return this.#db('conferences')
      .where({ id })
      .first(...CONFERENCE_COLUMNS);
  }

  /** Whether there is any, drafts too. */
  async exists(): Promise<boolean> {
    return (await this.#db('conferences').first('id')) !== undefined;
  }

  /** A free slug for a name, kept for this transaction; see `freeSlugsIn`. */
  async freeSlug(name: string): Promise<string> {
    return onlyRow(
      await freeSlugsIn(this.#db, { table: 'conferences', fallback: 'conference' }, [name]),
    );
  }

  /** @throws AppError CONFLICT when another conference has the slug */
  async insert(conference: ConferenceInput & { readonly slug: string }): Promise<Conference> {
    const inserted = this.#db('conferences')
      .insert(conference)
      .returning<Conference[]>(CONFERENCE_COLUMNS);
    return onlyRow(await orSlugTaken('conferences', inserted));
  }
}
