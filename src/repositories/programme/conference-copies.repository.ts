import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { orSlugTaken } from '../../db/slugs.ts';
import type { AgendaGroupKind } from '../../domain/programme/agenda-groups.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { TAKES_PLACE } from './agenda.sql.ts';
import { CONFERENCE_COLUMNS } from './conferences.repository.ts';
import { shifted, shiftedEnd } from './conferences.sql.ts';

/** The fields of a conference that its copy has, too. */
const COPIED = [
  'description',
  'timezone',
  'venue',
  'city',
  'country',
  'website',
  'image_url',
  'capacity',
  'registration_mode',
  'waitlist',
  'guests_per_person',
  'event_access',
  'ratings_need_check_in',
  'rating_ask',
  'show_interest',
  'broadcast_gap_minutes',
] as const satisfies readonly (keyof Conference)[];

const INSERT_CONFERENCE = `
  insert into conferences (name, slug, starts_on, ends_on, registration_closes_at, ${COPIED.join(', ')})
  select :name, :slug, starts_on + :days::int, ends_on + :days::int,
         ${shifted('registration_closes_at')}, ${COPIED.join(', ')}
    from conferences where id = :from
  returning ${CONFERENCE_COLUMNS.join(', ')}`;

const INSERT_AGENDA_GROUPS = `
  with copied as (
    insert into agenda_groups (conference_id, kind, name, position, capacity, color)
    select :to, kind, name, position, capacity, color
      from agenda_groups
     where conference_id = :from and kind = :kind
     order by position, id
    returning id)
  select count(*) from copied`;

/** Without what an import knows of an item, its page, and its slides and recordings. */
const INSERT_AGENDA_ITEMS = `
  with copied as (
    insert into agenda_items (conference_id, title, description, kind, track, room, language, position,
                              starts_at, ends_at)
    select :to, i.title, i.description, i.kind, i.track, i.room, i.language, i.position,
           ${shifted('i.starts_at')}, ${shiftedEnd('i.starts_at', 'i.ends_at')}
      from agenda_items i
      left join events e on e.id = i.event_id
     where i.conference_id = :from and ${TAKES_PLACE}
     order by i.starts_at, i.position, i.id
    returning id)
  select count(*) from copied`;

/** Of a mark whose room the copy does not have, the name of the room is the label. */
const INSERT_PAGES = `
  with copied as (
    insert into conference_pages (conference_id, kind, title, body, image_url, position, translations)
    select :to, kind, title, body, image_url, position, translations
      from conference_pages where conference_id = :from
     order by position, id
    returning id, position
  ), numbered as (
    select id, row_number() over (order by position, id) as place from copied
  ), sources as (
    select id, row_number() over (order by position, id) as place
      from conference_pages where conference_id = :from
  ), marks as (
    insert into page_marks (page_id, room_id, label, x, y)
    select n.id, r.id, case when r.id is null then coalesce(m.label, left(g.name, 100)) end, m.x, m.y
      from page_marks m
      join sources s on s.id = m.page_id
      join numbered n on n.place = s.place
      left join agenda_groups g on g.id = m.room_id
      left join agenda_groups r on r.conference_id = :to and r.kind = 'room'
       and folded_name(r.name) = folded_name(g.name)
     order by m.id)
  select count(*) from copied`;

/** Those that people choose, without their access codes. */
const INSERT_TICKET_TYPES = `
  with copied as (
    insert into ticket_types (conference_id, name, description, position, capacity, registration, opens_at,
                              closes_at, is_offered, is_hidden, translations)
    select :to, name, description, position, capacity, registration, ${shifted('opens_at')},
           ${shiftedEnd('opens_at', 'closes_at')}, true, is_hidden, translations
      from ticket_types where conference_id = :from and is_offered
     order by position, id
    returning id)
  select count(*) from copied`;

interface Copied {
  readonly from: number;
  readonly to: number;
}
type Shift = Pick<Conference, 'timezone'> & { readonly days: number };

/** Copies of conferences, some days later by the clocks of their time zone. */
export class ConferenceCopiesRepository extends OnDatabase {
  /**
   * A draft with the fields that organizers set.
   * @throws AppError CONFLICT for a taken slug
   */
  async insertConference(
    from: number,
    { name, slug }: Pick<Conference, 'name' | 'slug'>,
    { timezone, days }: Shift,
  ): Promise<Conference> {
    const inserted = this.db.raw<{ rows: Conference[] }>(INSERT_CONFERENCE, {
      from,
      name,
      slug,
      timezone,
      days,
    });
    const { rows } = await orSlugTaken('conferences', inserted);
    return onlyRow(rows);
  }

  /** All rooms, or all tracks, in their order. Returns their number. */
  async insertAgendaGroups({ from, to }: Copied, kind: AgendaGroupKind): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { count: number }[] }>(INSERT_AGENDA_GROUPS, {
      from,
      to,
      kind,
    });
    return onlyRow(rows).count;
  }

  /** All checkpoints that are not retired, in their order. Returns their number. */
  async insertCheckpoints({ from, to }: Copied): Promise<number> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `insert into checkpoints (conference_id, name, kind, counts, position)
       select :to, name, kind, counts, position from checkpoints
        where conference_id = :from and retired_at is null
        order by position, id`,
      { from, to },
    );
    return rowCount;
  }

  /** All information pages with their marks. Returns their number. */
  async insertPages({ from, to }: Copied): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { count: number }[] }>(INSERT_PAGES, { from, to });
    return onlyRow(rows).count;
  }

  /** The ticket types that people choose, without their access codes and seats. Returns their number. */
  async insertTicketTypes({ from, to }: Copied, { timezone, days }: Shift): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { count: number }[] }>(INSERT_TICKET_TYPES, {
      from,
      to,
      timezone,
      days,
    });
    return onlyRow(rows).count;
  }

  /**
   * The scheduled items, without events and speakers. Makes the rooms and tracks that the copy does not
   * have. Returns the number of items.
   */
  async insertAgendaItems({ from, to }: Copied, { timezone, days }: Shift): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { count: number }[] }>(INSERT_AGENDA_ITEMS, {
      from,
      to,
      timezone,
      days,
    });
    return onlyRow(rows).count;
  }
}
