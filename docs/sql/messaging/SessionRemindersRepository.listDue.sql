with
  sessions as (
    select distinct
      on (r.user_id, r.starts_at, r.thing) r.*,
      date_trunc('minute', r.starts_at) as minute,
      coalesce(s.reminder_minutes, 10) as minutes,
      exists (
        select
        from session_reminders d
        where
          d.user_id = r.user_id
          and d.thing = r.thing
          and d.starts_at = r.starts_at
      ) as is_reminded
    from
      (
        select
          a.user_id,
          'event:' || e.id as thing,
          e.starts_at,
          true as is_seat,
          e.id as event_id,
          i.id as agenda_item_id,
          coalesce(i.title, e.title) as title,
          e.timezone,
          coalesce(i.room, e.venue_name, e.venue_address) as place
        from
          events e
          join event_attendances a on a.event_id = e.id
          and a.status in ('registered', 'checked_in')
          left join agenda_items i on i.event_id = e.id
          and i.status = 'scheduled'
          left join conferences c on c.id = e.conference_id
        where
          e.status = 'approved'
          and not e.all_day
          and (
            c.id is null
            or c.status = 'published'
          )
        union all
        select
          f.user_id,
          coalesce('event:' || e.id, 'agenda_item:' || i.id),
          i.starts_at,
          false,
          e.id,
          i.id,
          i.title,
          coalesce(e.timezone, c.timezone),
          coalesce(i.room, e.venue_name, e.venue_address)
        from
          agenda_items i
          join agenda_favorites f on f.agenda_item_id = i.id
          join conferences c on c.id = i.conference_id
          left join events e on e.id = i.event_id
        where
          i.status = 'scheduled'
          and (
            e.id is null
            or e.status = 'approved'
          )
          and (
            c.id is null
            or c.status = 'published'
          )
          and (
            e.all_day
            and e.starts_at = i.starts_at
          ) is not true
      ) as r
      join users u on u.id = r.user_id
      and u.erased_at is null
      and not u.is_blocked
      left join notification_settings s on s.user_id = r.user_id
    where
      r.starts_at > now()
      and r.starts_at <= now() + $1 * interval '1 minute'
      and s.reminder_minutes is distinct from 0
      and (
        s.user_id is null
        or case
          when r.is_seat then 'seats'
          else 'favorites'
        end = any(s.reminder_for)
      )
      and delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $2) is null
    order by
      r.user_id,
      r.starts_at,
      r.thing,
      r.is_seat desc
  ),
  numbered as (
    select
      *,
      dense_rank() over (
        partition by
          minute
        order by user_id
      ) as in_start,
      dense_rank() over (
        partition by
          minute,
          minutes
        order by user_id
      ) as in_group
    from sessions
  ),
  counted as (
    select
      *,
      max(in_start) over (
        partition by
          minute
      ) as of_start,
      max(in_group) over (
        partition by
          minute,
          minutes
      ) as of_group
    from numbered
  ),
  timed as (
    select
      c.*,
      minute - minutes * interval '1 minute' - least(30 * interval '1 minute', of_start / (0.8 * $3::float8) * interval '1 second') * (1 - (in_group - 1) / of_group::float8) as due_at
    from counted c
  )
select
  user_id,
  due_at::timestamptz(3) as due_at,
  min(starts_at) filter (
    where is_seat
  ) as concerns_at,
  json_agg(
    json_build_object(
      'thing',
      thing,
      'event_id',
      event_id,
      'agenda_item_id',
      agenda_item_id,
      'is_seat',
      is_seat,
      'starts_at',
      instant_in_json(starts_at),
      'title',
      title,
      'timezone',
      timezone,
      'place',
      place
    )
    order by
      starts_at,
      title,
      thing
  ) as sessions
from timed
where
  due_at <= now() + $4 * interval '1 second'
  and not is_reminded
group by
  user_id,
  minute,
  timed.due_at
order by
  timed.due_at,
  user_id
limit $5;
