import type { Knex } from 'knex';
import {
  type ConferenceCancellationReason,
  TOPIC_OF,
} from '../../domain/messaging/notifications.ts';
import type { EventNotice } from '../../domain/programme/event-changes.ts';
import { notADraft } from '../programme/conferences.sql.ts';
import { withDeliveries } from './notifications.repository.ts';

/** The changes of an import; `conference_id` is null for events of no conference. */
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
 * SQL for the registered and waitlisted attendees `a` of the events of `given` notices, and for who
 * requested them.
 */
const ATTENDEES = `
  given g
  join events e on e.id = g.event_id and ${notADraft('e.conference_id')}
  cross join lateral (
    select user_id from event_attendances where event_id = e.id and status <> 'cancelled'
     union select e.submitted_by where e.submitted_by is not null) a`;

const GIVEN = `given as (
  select * from jsonb_to_recordset(:notices::jsonb) as g (
    place integer, event_id bigint, type text, title text, body text, line text, changes jsonb)
)`;

/**
 * Deletes what a new notice replaces: the unread notices of the same event of the last 10 minutes.
 * `earlier` has the changes of the first and whether a message was sent that must not be followed by
 * a second. A change of the status is always sent: the message before says the opposite.
 */
const REPLACED = `replaced as materialized (
  select n.id, n.user_id, g.event_id, n.data -> 'changes' as changes,
         g.changes -> 'status' is null and exists (
           select from deliveries d
            where d.notification_id = n.id and d.status in ('sending', 'sent')) as is_sent
    from ${ATTENDEES}
    join notifications n on n.user_id = a.user_id
   where n.type in ('event_updated', 'event_cancelled')
     and n.data -> 'event_id' = to_jsonb(g.event_id)
     and n.in_app and n.clicked_at is null and n.dismissed_at is null
     and n.created_at > now() - interval '10 minutes'
   order by n.id
     for update of n
), gone as (
  delete from notifications where id in (select id from replaced)
), earlier as (
  select user_id, event_id, (array_agg(changes order by id))[1] as changes,
         bool_or(is_sent) as is_sent
    from replaced group by user_id, event_id
)`;

/** SQL for the changes of both notices: each field from its first value to its last. */
const MERGED = `coalesce((
  select jsonb_object_agg(field, jsonb_build_object(
           'from', coalesce(o.changes -> field -> 'from', g.changes -> field -> 'from'),
           'to', coalesce(g.changes -> field -> 'to', o.changes -> field -> 'to')))
    from jsonb_object_keys(coalesce(o.changes, '{}') || g.changes) as field), '{}')`;

const UNSENT = `not exists (
  select from earlier o
   where o.user_id = t.user_id and to_jsonb(o.event_id) = t.data -> 'event_id' and o.is_sent)`;

/** Notifications about changed events and conferences, for their attendees. */
export class EventNoticesRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /**
   * Inserts a notification about each event for its attendees and its requester, except
   * those who attend the conference `left_out`. Replaces their unread ones of the last 10 minutes.
   * Events of a draft conference are left out.
   */
  async insertForAttendees(
    notices: readonly EventNotice[],
    { left_out = null }: { left_out?: number | null } = {},
  ): Promise<void> {
    const insert = `
      insert into notifications (user_id, type, title, body, data)
      select u.id, g.type, g.title, g.body,
             jsonb_build_object('event_id', g.event_id, 'changes', ${MERGED})
        from ${ATTENDEES}
        join users u on u.id = a.user_id and u.erased_at is null
        left join earlier o on o.user_id = a.user_id and o.event_id = g.event_id
       where not exists (
         select from conference_attendances c
          where c.conference_id = :left_out::bigint and c.user_id = a.user_id
            and c.status <> 'cancelled')
         for key share of u`;
    await this.#db.raw(withDeliveries(insert, UNSENT, `${GIVEN}, ${REPLACED},`), {
      topic: TOPIC_OF.event_updated,
      notices: JSON.stringify(notices),
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
    await this.#db.raw(withDeliveries(insert, 'true', `${GIVEN},`), {
      topic: TOPIC_OF.programme_changed,
      notices: JSON.stringify(notices.map((notice, place) => ({ ...notice, place }))),
      conference_id,
      title,
    });
  }

  /** Inserts a notification for the registered and waitlisted attendees of a conference. */
  async insertForConference({ title, body, ...data }: ConferenceNotice): Promise<void> {
    const insert = `
      insert into notifications (user_id, type, title, body, data)
      select u.id, 'conference_cancelled', :title, :body, :data::jsonb
        from conference_attendances a
        join users u on u.id = a.user_id and u.erased_at is null
       where a.conference_id = :conference_id and a.status <> 'cancelled'
         for key share of u`;
    await this.#db.raw(withDeliveries(insert), {
      topic: TOPIC_OF.conference_cancelled,
      conference_id: data.conference_id,
      title,
      body,
      data: JSON.stringify(data),
    });
  }
}
