-- all, 1 of 2
(
  select
    e.id,
    e.slug,
    e.conference_id,
    e.title,
    e.description,
    e.kind,
    e.status,
    e.starts_at,
    e.ends_at,
    e.all_day,
    e.timezone,
    e.venue_name,
    e.venue_address,
    e.venue_latitude,
    e.venue_longitude,
    e.image_url,
    e.url,
    e.organizer,
    e.tags,
    e.capacity,
    e.attendee_count,
    e.over_capacity_count,
    e.registration_mode,
    e.registration_closes_at,
    e.source,
    e.submitted_by,
    e.rejection_reason,
    e.version,
    e.created_at,
    e.updated_at,
    (
      select d.status
      from conferences d
      where d.id = e.conference_id
    ) as conference_status,
    json_build_object(
      'status',
      coalesce(a.status, 'none'),
      'registered_at',
      instant_in_json(a.registered_at),
      'waitlist_position',
      case
        when a.status = 'waitlisted' then 1 + (
          select count(*)
          from event_attendances ahead
          where
            ahead.event_id = a.event_id
            and ahead.status = 'waitlisted'
            and ahead.queue_number < a.queue_number
        )
      end,
      'checked_in_at',
      instant_in_json(a.checked_in_at)
    ) as attendance
  from
    events as e
    left join event_attendances as a on a.event_id = e.id
    and a.user_id = $1
  where
    exists (
      select
      from conferences d
      where
        d.id = e.conference_id
        and d.status = 'draft'
    ) is not true
    and (
      is_public_event_status(e.status)
      or e.submitted_by = $2
    )
    and e.id in (
      select event_id
      from event_attendances
      where
        user_id = $3
        and not status = $4
      union
      select id
      from events
      where submitted_by = $5
    )
  order by
    e.starts_at asc,
    e.id asc
)
limit $6
offset $7;

-- all, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      events as e
      left join event_attendances as a on a.event_id = e.id
      and a.user_id = $1
    where
      exists (
        select
        from conferences d
        where
          d.id = e.conference_id
          and d.status = 'draft'
      ) is not true
      and (
        is_public_event_status(e.status)
        or e.submitted_by = $2
      )
      and e.id in (
        select event_id
        from event_attendances
        where
          user_id = $3
          and not status = $4
        union
        select id
        from events
        where submitted_by = $5
      )
    limit $6
  ) as counted;

-- past, 1 of 2
(
  select
    e.id,
    e.slug,
    e.conference_id,
    e.title,
    e.description,
    e.kind,
    e.status,
    e.starts_at,
    e.ends_at,
    e.all_day,
    e.timezone,
    e.venue_name,
    e.venue_address,
    e.venue_latitude,
    e.venue_longitude,
    e.image_url,
    e.url,
    e.organizer,
    e.tags,
    e.capacity,
    e.attendee_count,
    e.over_capacity_count,
    e.registration_mode,
    e.registration_closes_at,
    e.source,
    e.submitted_by,
    e.rejection_reason,
    e.version,
    e.created_at,
    e.updated_at,
    (
      select d.status
      from conferences d
      where d.id = e.conference_id
    ) as conference_status,
    json_build_object(
      'status',
      coalesce(a.status, 'none'),
      'registered_at',
      instant_in_json(a.registered_at),
      'waitlist_position',
      case
        when a.status = 'waitlisted' then 1 + (
          select count(*)
          from event_attendances ahead
          where
            ahead.event_id = a.event_id
            and ahead.status = 'waitlisted'
            and ahead.queue_number < a.queue_number
        )
      end,
      'checked_in_at',
      instant_in_json(a.checked_in_at)
    ) as attendance
  from
    events as e
    left join event_attendances as a on a.event_id = e.id
    and a.user_id = $1
  where
    exists (
      select
      from conferences d
      where
        d.id = e.conference_id
        and d.status = 'draft'
    ) is not true
    and (
      is_public_event_status(e.status)
      or e.submitted_by = $2
    )
    and e.id in (
      select event_id
      from event_attendances
      where
        user_id = $3
        and not status = $4
      union
      select id
      from events
      where submitted_by = $5
    )
    and e.ends_at <= $6
  order by
    e.starts_at desc,
    e.id desc
)
limit $7
offset $8;

-- past, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      events as e
      left join event_attendances as a on a.event_id = e.id
      and a.user_id = $1
    where
      exists (
        select
        from conferences d
        where
          d.id = e.conference_id
          and d.status = 'draft'
      ) is not true
      and (
        is_public_event_status(e.status)
        or e.submitted_by = $2
      )
      and e.id in (
        select event_id
        from event_attendances
        where
          user_id = $3
          and not status = $4
        union
        select id
        from events
        where submitted_by = $5
      )
      and e.ends_at <= $6
    limit $7
  ) as counted;
