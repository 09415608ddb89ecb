import type { Knex } from 'knex';
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
