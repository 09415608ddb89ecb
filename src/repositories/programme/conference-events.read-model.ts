import { OnDatabase } from '../../db/on-database.ts';
import { cursorPage, type Page, queryList } from '../../db/pages.ts';
import type { OwnAttendance } from '../../domain/attendance/attendances.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import type { EventKind, ReadEvent } from '../../domain/programme/events.ts';
import { attendanceInJson, EVENT_ATTENDANCES } from '../attendance/attendances.sql.ts';
import { EVENT_COLUMNS } from './events.repository.ts';

export interface ConferenceEventsFilter {
  /** Events that start on this day, in the conference's time zone. */
  readonly day?: string | undefined;
  readonly kind?: EventKind | undefined;
}

export interface ConferenceEvent extends ReadEvent {
  /** Only with a viewer. */
  readonly attendance?: OwnAttendance;
}

/** The start and the id of the last event. */
export type ConferenceEventPosition = readonly [starts_at: string, id: number];

/** A page by keyset; the first one without `after`. */
export interface ConferenceEventsPage {
  readonly limit: number;
  readonly after?: ConferenceEventPosition;
}

const BEFORE_ALL: ConferenceEventPosition = ['-infinity', 0];

const ATTENDANCE = attendanceInJson(EVENT_ATTENDANCES, { attendable: 'e.id', user: '?' });

export class ConferenceEventsReadModel extends OnDatabase {
  /** Approved events sorted by start; with a viewer, also the viewer's attendance of each. */
  async list(
    { id, timezone, status }: Pick<Conference, 'id' | 'timezone' | 'status'>,
    { day, kind, limit, after = BEFORE_ALL }: ConferenceEventsFilter & ConferenceEventsPage,
    viewerId: number | undefined,
  ): Promise<Page<ConferenceEvent, ConferenceEventPosition>> {
    const query = this.db('events as e')
      .where({ 'e.conference_id': id, 'e.status': 'approved' })
      .orderBy(['e.starts_at', 'e.id'])
      .select(EVENT_COLUMNS.map((column) => `e.${column}`))
      .select(this.db.raw('?::text as conference_status', [status]));
    if (day) query.whereRaw('(e.starts_at at time zone ?)::date = ?', [timezone, day]);
    if (kind) query.where('e.kind', kind);
    if (viewerId !== undefined) {
      query
        .leftJoin('event_attendances as a', (on) => {
          on.on('a.event_id', 'e.id').andOnVal('a.user_id', viewerId);
        })
        .select(this.db.raw(`${ATTENDANCE} as attendance`, [viewerId]));
    }
    const list = queryList<ConferenceEvent, ConferenceEventPosition>(
      query,
      {},
      (rows, position) => {
        rows.whereRaw('(e.starts_at, e.id) > (?, ?)', [...position]);
      },
    );
    return cursorPage(list, { limit, after }, (event) => [event.starts_at, event.id]);
  }
}
