import { DEFAULT_REMINDERS } from '../../domain/messaging/notification-settings.ts';
import { MAX_LEAD_MINUTES, RATE_SHARE } from '../../domain/messaging/session-reminders.ts';

/** SQL for whether the conference `c` of a session, if it has one, is neither hidden nor over. */
const IS_ON = `(c.id is null or c.status = 'published')`;

/**
 * SQL: what users are reminded of, one row for each user and start. An agenda item with an event is that
 * event, with the title and the room of the item: who keeps the item and has a seat has two rows. Hidden,
 * pending and cancelled sessions have none, nor has an event of a whole day, which begins at no time.
 */
const SESSIONS = `
  select a.user_id, 'event:' || e.id as thing, e.starts_at, true as is_seat,
         e.id as event_id, i.id as agenda_item_id, coalesce(i.title, e.title) as title,
         e.timezone, coalesce(i.room, e.venue_name, e.venue_address) as place
    from events e
    join event_attendances a on a.event_id = e.id and a.status in ('registered', 'checked_in')
    left join agenda_items i on i.event_id = e.id and i.status = 'scheduled'
    left join conferences c on c.id = e.conference_id
   where e.status = 'approved' and not e.all_day and ${IS_ON}
  union all
  select f.user_id, coalesce('event:' || e.id, 'agenda_item:' || i.id), i.starts_at, false,
         e.id, i.id, i.title, coalesce(e.timezone, c.timezone), coalesce(i.room, e.venue_name, e.venue_address)
    from agenda_items i
    join agenda_favorites f on f.agenda_item_id = i.id
    join conferences c on c.id = i.conference_id
    left join events e on e.id = i.event_id
   where i.status = 'scheduled' and (e.id is null or e.status = 'approved') and ${IS_ON}
     and (e.all_day and e.starts_at = i.starts_at) is not true`;

/**
 * SQL for why the reminder of the delivery `d` must not be sent at `now`; null if it may be sent:
 * something that it is about is ahead, and the user still keeps it or has a seat.
 */
export const reminderObstacle = (now: string): string => `(
  select case
           when bool_and(r.starts_at <= ${now}) is not false then 'outdated'
           when not bool_or(r.starts_at > ${now} and exists (
             select from (${SESSIONS}) as session
              where session.user_id = r.user_id and session.thing = r.thing
                and session.starts_at = r.starts_at)) then 'withdrawn'
         end
    from session_reminders r where r.notification_id = d.notification_id)`;

/**
 * The reminders that are due within `:ahead_s`, the earliest first: what begins in the same minute is one.
 *
 * Those of one start are spread over the time that they take at a share of the rate, so that also the
 * last user is reminded in time. Each group of users with the same minutes before the start has the whole of
 * that time: groups that overlap together stay within the share. Those who were reminded count, so
 * that the times of the others stay.
 *
 * Not joined with itself: PostgreSQL expects few of these rows, and would compare each with each.
 */
export const DUE_REMINDERS = `
  with sessions as (
    select distinct on (r.user_id, r.starts_at, r.thing)
           r.*, date_trunc('minute', r.starts_at) as minute,
           coalesce(s.reminder_minutes, ${DEFAULT_REMINDERS.minutes}) as minutes,
           exists (select from session_reminders d
                    where d.user_id = r.user_id and d.thing = r.thing
                      and d.starts_at = r.starts_at) as is_reminded
      from (${SESSIONS}) as r
      join users u on u.id = r.user_id and u.erased_at is null and not u.is_blocked
      left join notification_settings s on s.user_id = r.user_id
     where r.starts_at > now() and r.starts_at <= now() + :within_minutes * interval '1 minute'
       and s.reminder_minutes is distinct from 0
       and (s.user_id is null
            or case when r.is_seat then 'seats' else 'favorites' end = any(s.reminder_for))
       and delivery_skip_reason(
             u.messenger_reachable, u.notifications_enabled, s.muted_topics, :topic) is null
     order by r.user_id, r.starts_at, r.thing, r.is_seat desc
  ), numbered as (
    select *, dense_rank() over (partition by minute order by user_id) as in_start,
           dense_rank() over (partition by minute, minutes order by user_id) as in_group
      from sessions
  ), counted as (
    select *, max(in_start) over (partition by minute) as of_start,
           max(in_group) over (partition by minute, minutes) as of_group
      from numbered
  ), timed as (
    select c.*, minute - minutes * interval '1 minute'
           - least(${MAX_LEAD_MINUTES} * interval '1 minute',
                   of_start / (${RATE_SHARE} * :rate::float8) * interval '1 second')
             * (1 - (in_group - 1) / of_group::float8) as due_at
      from counted c
  )
  select user_id, due_at::timestamptz(3) as due_at,
         min(starts_at) filter (where is_seat) as concerns_at,
         json_agg(json_build_object(
           'thing', thing, 'event_id', event_id, 'agenda_item_id', agenda_item_id,
           'is_seat', is_seat,
           'starts_at', instant_in_json(starts_at), 'title', title, 'timezone', timezone,
           'place', place) order by starts_at, title, thing) as sessions
    from timed
   where due_at <= now() + :ahead_s * interval '1 second' and not is_reminded
   group by user_id, minute, timed.due_at
   order by timed.due_at, user_id
   limit :limit`;
