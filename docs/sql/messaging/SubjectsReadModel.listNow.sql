select
  'event:' || id as subject,
  json_build_object(
    'kind',
    'thing',
    'title',
    title,
    'starts_at',
    instant_in_json(starts_at),
    'ends_at',
    instant_in_json(ends_at),
    'timezone',
    timezone,
    'all_day',
    all_day,
    'place',
    coalesce(venue_name, venue_address),
    'status',
    status
  ) as now
from events
where id = any($1::bigint[])
union all
select
  'agenda_item:' || i.id,
  json_build_object(
    'kind',
    'thing',
    'title',
    i.title,
    'starts_at',
    instant_in_json(i.starts_at),
    'ends_at',
    instant_in_json(i.ends_at),
    'timezone',
    coalesce(e.timezone, c.timezone),
    'place',
    i.room,
    'status',
    i.status
  )
from
  agenda_items i
  join conferences c on c.id = i.conference_id
  left join events e on e.id = i.event_id
where i.id = any($2::bigint[])
union all
select
  'conference:' || id,
  json_build_object(
    'kind',
    'conference',
    'name',
    name,
    'starts_on',
    starts_on,
    'ends_on',
    ends_on,
    'ends_at',
    instant_in_json(ends_at),
    'timezone',
    timezone,
    'venue',
    venue,
    'city',
    city,
    'status',
    status
  )
from conferences
where id = any($3::bigint[])
union all
select
  'connection:' || c.id,
  json_build_object(
    'kind',
    'connection',
    'status',
    c.status,
    'is_open',
    c.status = 'pending'
    and not u.is_blocked
  )
from
  connections c
  join users u on u.id = c.requester_id
where c.id = any($4::bigint[])
union all
select
  'quest:' || id,
  json_build_object('kind', 'quest', 'ends_at', instant_in_json(ends_at))
from quests
where id = any($5::bigint[]);
