import type { Knex } from 'knex';
import type { ConferencePage } from '../../domain/programme/conference-pages.ts';

const COLUMNS = [
  'id',
  'conference_id',
  'kind',
  'title',
  'body',
  'image_url',
  'position',
  'translations',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ConferencePage)[];

const MARKS = `coalesce((
  select json_agg(json_build_object(
           'room_id', k.room_id, 'room', g.name, 'label', k.label, 'x', k.x, 'y', k.y) order by k.id)
    from page_marks k left join agenda_groups g on g.id = k.room_id
   where k.page_id = p.id), '[]') as marks`;

/** Pages `p` with their marks, in the order of the organizers. */
export const pagesInOrder = (db: Knex): Knex.QueryBuilder =>
  db('conference_pages as p')
    .orderBy(['p.position', 'p.id'])
    .select(COLUMNS.map((column) => `p.${column}`))
    .select(db.raw(MARKS));
