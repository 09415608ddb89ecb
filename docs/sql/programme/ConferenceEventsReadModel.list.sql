-- anonymous
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
  $1::text as conference_status
from events as e
where
  e.conference_id = $2
  and e.status = $3
  and (e.starts_at, e.id) > ($4, $5)
order by
  e.starts_at asc,
  e.id asc
limit $6;

-- no filter
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
  $1::text as conference_status,
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
  and a.user_id = $2
where
  e.conference_id = $3
  and e.status = $4
  and (e.starts_at, e.id) > ($5, $6)
order by
  e.starts_at asc,
  e.id asc
limit $7;

-- by day
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
  $1::text as conference_status,
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
  and a.user_id = $2
where
  e.conference_id = $3
  and e.status = $4
  and (e.starts_at at time zone $5)::date = $6
  and (e.starts_at, e.id) > ($7, $8)
order by
  e.starts_at asc,
  e.id asc
limit $9;

-- by kind
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
  $1::text as conference_status,
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
  and a.user_id = $2
where
  e.conference_id = $3
  and e.status = $4
  and e.kind = $5
  and (e.starts_at, e.id) > ($6, $7)
order by
  e.starts_at asc,
  e.id asc
limit $8;

-- every filter
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
  $1::text as conference_status,
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
  and a.user_id = $2
where
  e.conference_id = $3
  and e.status = $4
  and (e.starts_at at time zone $5)::date = $6
  and e.kind = $7
  and (e.starts_at, e.id) > ($8, $9)
order by
  e.starts_at asc,
  e.id asc
limit $10;
