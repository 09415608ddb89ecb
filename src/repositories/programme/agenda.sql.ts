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

/** SQL of the table `k`: how many users keep each item of a conference. */
export const favoritesOf = (conferenceId: string): string => `
  (select f.agenda_item_id, count(*)::int as favorites
     from agenda_favorites f join agenda_items o on o.id = f.agenda_item_id
    where o.conference_id = ${conferenceId} group by f.agenda_item_id) as k`;

/** SQL of the table `seats`: the statuses of a user at the conference and at the event of the item `i`. */
export const seatsOf = (userId: string): string => `(
    select status from registrations where conference_id = i.conference_id and user_id = ${userId}
    union all
    select status from event_attendances where event_id = i.event_id and user_id = ${userId}) as seats`;

/** The end is exclusive: an item may start when another ends. */
const AT_SAME_TIME = 'other.starts_at < one.ends_at and one.starts_at < other.ends_at';

const BOOKS = `${TAKES_PLACE} and i.starts_at < i.ends_at`;

/**
 * SQL for the clashes of the items `:ids`, and their rooms that are smaller than their events.
 * `within` narrows the others.
 */
export const agendaClashes = (within = ''): string => `
  with given as materialized (
    select conference_id, min(starts_at) as starts_at, max(ends_at) as ends_at
      from agenda_items where id = any(:ids::bigint[]) and room is not null group by conference_id
  ), roomed as materialized (
    -- Materialized, so that each name is folded once, and not once for each pair.
    select i.id, i.conference_id, i.title, i.room, folded_name(i.room) as folded_room,
           i.starts_at, i.ends_at, greatest(e.capacity, e.attendee_count) as seats
      from given g
      join agenda_items i on i.conference_id = g.conference_id
       and i.starts_at < g.ends_at and i.ends_at > g.starts_at
      left join events e on e.id = i.event_id
     where i.room is not null and ${BOOKS}
  ), booked as not materialized (
    select i.id, i.conference_id, i.title, i.starts_at, i.ends_at
      from agenda_items i left join events e on e.id = i.event_id
     where ${BOOKS})
  select one.id as of_id, 'room' as kind, other.id as agenda_item_id, other.title,
         null::bigint as speaker_id, one.room as name, null::integer as capacity,
         null::integer as seats
    from roomed one
    join roomed other on other.conference_id = one.conference_id
     and other.folded_room = one.folded_room and ${AT_SAME_TIME} and other.id <> one.id
   where one.id = any(:ids::bigint[])
  union all
  select one.id, 'speaker', other.id, other.title, s.id, s.name, null, null
    from booked one
    join agenda_item_speakers x on x.agenda_item_id = one.id
    join agenda_item_speakers y on y.speaker_id = x.speaker_id and y.agenda_item_id <> one.id
    join booked other on other.id = y.agenda_item_id and ${AT_SAME_TIME}${within}
    join speakers s on s.id = x.speaker_id
   where one.id = any(:ids::bigint[])
  union all
  select one.id, 'capacity', one.id, one.title, null, g.name, g.capacity, one.seats
    from roomed one
    join agenda_groups g on g.conference_id = one.conference_id and g.kind = 'room'
     and folded_name(g.name) = one.folded_room and g.capacity < one.seats
   where one.id = any(:ids::bigint[])
   order by kind, agenda_item_id, speaker_id limit :most`;
