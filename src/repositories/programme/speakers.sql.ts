import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import type { SpeakerStatus } from '../../domain/programme/speakers.ts';
import { matchingEveryWord } from '../search.sql.ts';
import { SPEAKER_COLUMNS } from './speakers.repository.ts';

/** The columns of a speaker `s`. */
export const OWN_COLUMNS = SPEAKER_COLUMNS.map((column) => `s.${column}`);

/** The conferences of a speaker `s`. */
const THEIRS = `conference_speakers m
  join conferences c on c.id = m.conference_id where m.speaker_id = s.id`;

/** The conferences of a speaker, or those of them that a key has. */
const mappings = (isLimited: boolean) => `coalesce((
  select json_agg(
    json_build_object('id', c.id, 'slug', c.slug, 'name', c.name, 'starts_on', c.starts_on,
      'ends_on', c.ends_on, 'status', c.status, 'position', m.position)
    order by c.starts_on, c.id)
  from ${THEIRS}${isLimited ? ' and c.id = any(?::bigint[])' : ''}), '[]') as conferences`;

/**
 * The columns of a speaker `s`, with their conferences.
 * @param conference_ids those of a key, which sees no others; null for all
 */
export function mappedColumns(db: Knex, conference_ids: readonly number[] | null = null) {
  const ids = conference_ids ? [[...conference_ids]] : [];
  return [...OWN_COLUMNS, db.raw(mappings(conference_ids !== null), ids)];
}

export interface SpeakersFilter {
  readonly q?: string | undefined;
  readonly conference_id?: number | undefined;
  readonly is_featured?: boolean | undefined;
  readonly status?: SpeakerStatus | undefined;
}

/** SQL for whether the speaker `s` is in the lineup of a conference. */
export const SPEAKS_AT = `exists (
  select from conference_speakers m where m.speaker_id = s.id and m.conference_id = ?)`;

/** Speakers `s` of the filter. */
export function filteredSpeakers(db: Knex, filter: Searched<SpeakersFilter>): Knex.QueryBuilder {
  const { q, matching, conference_id, is_featured, status } = filter;
  const query = db('speakers as s');
  if (status) query.where('s.status', status);
  if (q) searchSpeakers(query, { q, matching });
  if (conference_id) query.whereRaw(SPEAKS_AT, conference_id);
  if (is_featured !== undefined) query.where('s.is_featured', is_featured);
  return query;
}

const NAMED = {
  exact: (word: string) => `s.search @@ ${word}`,
  similar: (contains: (text: string) => string) => contains('s.search_text'),
};

/** Restricts a query of speakers `s` to those that have every word. */
export const searchSpeakers = (
  query: Knex.QueryBuilder,
  words: Searched<{ readonly q: string }>,
): void => matchingEveryWord(query, words, NAMED);
