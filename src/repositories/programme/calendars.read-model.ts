import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import type { AttendanceStatus } from '../../domain/attendance/attendances.ts';
import { MAX_FEED_EVENTS } from '../../domain/programme/calendar-feeds.ts';
import type { CalendarEvent, CalendarItem } from '../../domain/programme/calendars.ts';
import { IS_PUBLIC_ITEM } from './agenda.sql.ts';
import { IS_SHOWN } from './agenda-items.repository.ts';
import { isCancelledConference, notADraft } from './conferences.sql.ts';

/** A row of which an entry is made. */
type Stored<T> = T & { readonly id: number };
type KeptItem = Stored<CalendarItem> & { readonly venue: string | null };

const CALENDAR_COLUMNS = [
  'id',
  'slug',
  'title',
  'description',
  'starts_at',
  'ends_at',
  'all_day',
  'timezone',
  'venue_name',
  'venue_address',
  'venue_latitude',
  'venue_longitude',
  'url',
  'tags',
  'calendar_uid',
  'revision',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Stored<CalendarEvent>)[];

const COLUMNS = CALENDAR_COLUMNS.map((column) => `e.${column}`);

/** The columns of the conference `c`. */
const CONFERENCE_COLUMNS = 'c.name as conference_name, c.website as conference_website';

/** An event is shown as cancelled while its conference is. */
const STATUS = `case when ${isCancelledConference('e.conference_id')}
  then 'cancelled' else e.status end as status`;

const EVENT_COLUMNS = [...COLUMNS, STATUS, CONFERENCE_COLUMNS].join(', ');

/** The columns of an agenda item `i` of the conference `c` with the event `e`. */
const ITEM_COLUMNS = `
  i.id, i.calendar_uid, i.revision + coalesce(e.revision, 0) as revision,
  i.title, i.description, i.track, i.room, i.starts_at, i.ends_at, e.url,
  e.id is not null and e.all_day
  and (e.starts_at, e.ends_at) = (i.starts_at, i.ends_at) as all_day,
  coalesce(e.timezone, c.timezone) as timezone,
  i.status = 'cancelled' or c.status = 'cancelled'
  or coalesce(e.status = 'cancelled', false) as is_cancelled,
  ${CONFERENCE_COLUMNS}, i.created_at, greatest(i.updated_at, e.updated_at) as updated_at,
  array(select s.name from agenda_item_speakers x
  join speakers s on s.id = x.speaker_id and s.status = 'published'
  where x.agenda_item_id = i.id order by x.position, s.id) as speakers`;

/** The entries of exported calendars, at most as many as an imported calendar may have. */
export class CalendarsReadModel extends OnDatabase {
  /** A public event. */
  async findEvent(id: number): Promise<Stored<CalendarEvent> | undefined> {
    return this.#events().where('e.id', id).first(this.db.raw(EVENT_COLUMNS)) as Promise<
      Stored<CalendarEvent> | undefined
    >;
  }

  /** Events that a user attends or is waitlisted for and that end after `since`, sorted by start. */
  async listEventsOf(
    userId: number,
    since: string,
  ): Promise<(Stored<CalendarEvent> & { readonly attendance: AttendanceStatus })[]> {
    return this.#events()
      .join('event_attendances as a', 'a.event_id', 'e.id')
      .where('a.user_id', userId)
      .whereNot('a.status', 'cancelled')
      .where('e.ends_at', '>', since)
      .orderBy(['e.starts_at', 'e.id'])
      .limit(MAX_FEED_EVENTS)
      .select(this.db.raw(EVENT_COLUMNS), 'a.status as attendance');
  }

  /**
   * The public agenda of a conference in display order, cancelled items included. An item is all-day
   * if its event is and both have the same times.
   */
  async listAgenda(conferenceId: number): Promise<Stored<CalendarItem>[]> {
    const { rows } = await this.db.raw<{ rows: Stored<CalendarItem>[] }>(
      `select ${ITEM_COLUMNS}
         from agenda_items i
         join conferences c on c.id = i.conference_id
         left join events e on e.id = i.event_id
        where i.conference_id = :conferenceId
          and ${IS_SHOWN}
        order by i.starts_at, i.position, i.id
        limit :most`,
      { conferenceId, most: MAX_FEED_EVENTS },
    );
    return rows;
  }

  /**
   * Public items that a user keeps and that end after `since`, with the venue of their conference.
   * Items whose event the user attends are left out: the event is an entry itself.
   */
  async listKeptBy(userId: number, since: string): Promise<KeptItem[]> {
    const { rows } = await this.db.raw<{ rows: KeptItem[] }>(
      `select ${ITEM_COLUMNS}, c.venue
         from agenda_favorites f
         join agenda_items i on i.id = f.agenda_item_id
         join conferences c on c.id = i.conference_id
         left join events e on e.id = i.event_id
        where f.user_id = :userId and i.ends_at > :since and ${IS_PUBLIC_ITEM}
          and not exists (
            select from event_attendances a
             where a.user_id = f.user_id and a.event_id = i.event_id and a.status <> 'cancelled')
        order by i.starts_at, i.id
        limit :most`,
      { userId, since, most: MAX_FEED_EVENTS },
    );
    return rows;
  }

  #events(): Knex.QueryBuilder {
    return this.db('events as e')
      .leftJoin('conferences as c', 'c.id', 'e.conference_id')
      .whereRaw('is_public_event_status(e.status)')
      .whereRaw(notADraft('e.conference_id'));
  }
}
