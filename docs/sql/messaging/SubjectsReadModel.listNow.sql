select
  'event:' || e.id as subject,
  json_build_object(
    'kind',
    'thing',
    'title',
    e.title,
    'starts_at',
    instant_in_json(e.starts_at),
    'ends_at',
    instant_in_json(e.ends_at),
    'timezone',
    e.timezone,
    'all_day',
    e.all_day,
    'place',
    coalesce(e.venue_name, e.venue_address),
    'status',
    case
      when e.status = 'rejected'
      or exists (
        select
        from conferences d
        where
          d.id = e.conference_id
          and d.status = 'cancelled'
      ) then 'cancelled'
      else e.status
    end
  ) as now
from events e
where e.id = any($1::bigint[])
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
    case
      when (
        e.id is null
        or is_public_event_status(e.status)
      ) then case
        when e.status = 'cancelled'
        or exists (
          select
          from conferences d
          where
            d.id = i.conference_id
            and d.status = 'cancelled'
        ) then 'cancelled'
        else i.status
      end
      else 'cancelled'
    end
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
