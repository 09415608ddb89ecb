import type { Knex } from 'knex';
import { SHOWN_ON_AGENDA } from '../../domain/programme/speakers.ts';
import { AGENDA_ITEM_COLUMNS, IS_SHOWN, SHOWN_STATUS } from './agenda-items.repository.ts';
import { notADraft } from './conferences.sql.ts';

const COLUMNS = AGENDA_ITEM_COLUMNS.filter((column) => column !== 'status').map(
  (column) => `i.${column}`,
);

const SPEAKER = ['id', ...SHOWN_ON_AGENDA].map((field) => `'${field}', s.${field}`).join(', ');
const speakers = (join: string) => `coalesce((
  select json_agg(json_build_object(${SPEAKER}) order by x.position)
    from agenda_item_speakers x ${join}
   where x.agenda_item_id = i.id), '[]') as speakers`;
export const ANY_SPEAKER = 'join speakers s on s.id = x.speaker_id';
export const PUBLIC_SPEAKER = `${ANY_SPEAKER} and s.status = 'published'`;

/** Agenda items `i` with their events `e`. */
export const agendaItems = (db: Knex): Knex.QueryBuilder =>
  db('agenda_items as i').leftJoin('events as e', 'e.id', 'i.event_id');

/** SQL for whether anyone may read the item `i` with the event `e`, also while that is cancelled. */
export const IS_PUBLIC_ITEM = `${IS_SHOWN} and ${notADraft('i.conference_id')}`;

/** SQL for whether the item `i` with the event `e` takes place: none that is cancelled or rejected. */
export const TAKES_PLACE = `i.status = 'scheduled' and (e.id is null or e.status in ('pending', 'approved'))`;

/** SQL for whether the speaker `s` is on an item of a conference that takes place. */
export const hasTalkAt = (conferenceId: string): string => `exists (
    select from agenda_item_speakers t
      join agenda_items i on i.id = t.agenda_item_id
      left join events e on e.id = i.event_id
     where t.speaker_id = s.id and i.conference_id = ${conferenceId} and ${TAKES_PLACE})`;

/** Items by start, with the speakers that `speaker` joins. */
export const inOrder = (items: Knex.QueryBuilder, speaker: string) =>
  items
    .orderBy(['i.starts_at', 'i.position', 'i.id'])
    .select(COLUMNS)
    .select(items.client.raw(SHOWN_STATUS))
    .select(items.client.raw(speakers(speaker)));
