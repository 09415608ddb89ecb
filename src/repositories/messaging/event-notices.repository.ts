import type { Knex } from 'knex';
import type { NotifiedRow } from '../../db/notify-channel.ts';
import { onlyRow } from '../../db/rows.ts';
import { TOPIC_OF } from '../../domain/messaging/notification-types.ts';
import type { ConferenceCancellationReason } from '../../domain/messaging/notifications.ts';
import type { EventNotice } from '../../domain/programme/event-changes.ts';
import { IS_SHOWN } from '../programme/agenda-items.repository.ts';
import { notADraft } from '../programme/conferences.sql.ts';
import type { OnNotified } from '../reports.ts';
import { insertMerged } from './merged-notices.sql.ts';
import { withDeliveries } from './notifications.repository.ts';

/** The changes of an import; `conference_id` is null for events without a conference. */
interface ProgrammeNotice {
  readonly conference_id: number | null;
  readonly notices: readonly EventNotice[];
  readonly title: string;
}

interface ConferenceNotice {
  readonly conference_id: number;
  readonly reason: ConferenceCancellationReason;
  readonly title: string;
  readonly body: string;
}

/** The most events that the text of one notice names; the others are in its `data`. */
const MAX_LINES = 5;

/**
 * SQL for the registered and waitlisted attendees `a` of the events of `given` notices, and for the
 * requesters.
 */
const ATTENDEES = `
  given g
  join events e on e.id = g.event_id and ${notADraft('e.conference_id')}
  cross join lateral (
    select user_id from event_attendances where event_id = e.id and status <> 'cancelled'
     union select e.submitted_by where e.submitted_by is not null) a`;

/**
 * SQL for the attendees of a conference, waitlisted ones included, and the users who keep its
 * items.
 */
const peopleOf = (conference: string) => `
  select user_id from conference_attendances
   where conference_id = ${conference} and status <> 'cancelled'
  union
  select f.user_id
    from agenda_items i
    join agenda_favorites f on f.agenda_item_id = i.id
    left join events e on e.id = i.event_id
   where i.conference_id = ${conference} and ${IS_SHOWN}`;

const INSERT_FOR_ATTENDEES = insertMerged({
  key: 'event_id',
  types: ['event_updated', 'event_cancelled'],
  addressed: `
    select a.user_id, g.event_id from ${ATTENDEES}
     where not exists (
       select from (${peopleOf(':left_out::bigint')}) p where p.user_id = a.user_id)`,
});

const dataOf = ({ event_id }: EventNotice) => ({ event_id });

/** Notifications about changed events and conferences, for their attendees. */
export class EventNoticesRepository {
  readonly #db: Knex;
  readonly #onNotified: OnNotified;

  constructor(db: Knex, onNotified: OnNotified) {
    this.#db = db;
    this.#onNotified = onNotified;
  }

  /**
   * Inserts a notification about each event for its attendees and its requester, except those whom
   * `insertForConference` notifies of the conference `left_out`. Replaces their unread ones from
   * the last 10 minutes. Events of a draft conference are left out.
   */
  async insertForAttendees(
    notices: readonly EventNotice[],
    { left_out = null }: { left_out?: number | null } = {},
  ): Promise<void> {
    await this.#insert(INSERT_FOR_ATTENDEES, {
      topic: TOPIC_OF.event_updated,
      notices: JSON.stringify(notices.map((notice) => ({ ...notice, data: dataOf(notice) }))),
      left_out,
    });
  }

  /** Inserts one notification for each attendee about all of their events. */
  async insertForProgramme({ conference_id, notices, title }: ProgrammeNotice): Promise<void> {
    const insert = `
      insert into notifications (user_id, type, title, body, data)
      select u.id, 'programme_changed', :title, n.body, n.data
        from (
          select user_id,
                 string_agg(line, chr(10) order by place) filter (where nth <= ${MAX_LINES})
                   || case when count(*) > ${MAX_LINES}
                        then chr(10) || 'and ' || count(*) - ${MAX_LINES} || ' more' else '' end
                   as body,
                 jsonb_build_object('conference_id', :conference_id::bigint,
                                    'event_ids', jsonb_agg(event_id order by place)) as data
            from (
              select a.user_id, g.event_id, g.line, g.place,
                     row_number() over (partition by a.user_id order by g.place) as nth
                from ${ATTENDEES}) numbered
           group by user_id) n
        join users u on u.id = n.user_id and u.erased_at is null
         for key share of u`;
    const given = `given as (
      select * from jsonb_to_recordset(:notices::jsonb) as g (
        place integer, event_id bigint, line text)),`;
    await this.#insert(withDeliveries(insert, 'true', given), {
      topic: TOPIC_OF.programme_changed,
      notices: JSON.stringify(
        notices.map(({ event_id, line }, place) => ({ place, event_id, line })),
      ),
      conference_id,
      title,
    });
  }

  /**
   * Inserts a notification for the registered and waitlisted attendees of a conference and for the
   * users who keep its agenda items. Unless the conference is cancelled, users who already have
   * such a notification are left out.
   */
  async insertForConference({ title, body, ...data }: ConferenceNotice): Promise<void> {
    const insert = `
      insert into notifications (user_id, type, title, body, data)
      select u.id, 'conference_cancelled', :title, :body, :data::jsonb
        from users u
       where u.id in (${peopleOf(':conference_id')}) and u.erased_at is null
         and (:reason = 'cancelled' or not exists (
               select from notifications earlier
                where earlier.user_id = u.id and earlier.type = 'conference_cancelled'
                  and earlier.data -> 'conference_id' = to_jsonb(:conference_id::bigint)))
         for key share`;
    await this.#insert(withDeliveries(insert), {
      topic: TOPIC_OF.conference_cancelled,
      conference_id: data.conference_id,
      reason: data.reason,
      title,
      body,
      data: JSON.stringify(data),
    });
  }

  async #insert(sql: string, values: Readonly<Record<string, unknown>>): Promise<void> {
    const { rows } = await this.#db.raw<{ rows: NotifiedRow[] }>(sql, values);
    this.#onNotified(onlyRow(rows).notified);
  }
}
