with
  e as (
    select
      id,
      conference_id,
      venue_name,
      starts_at,
      ends_at
    from events
    where
      id = $1
      and status in ('pending', 'approved')
  ) (
    select
      o.id as event_id,
      null::bigint as agenda_item_id,
      o.title
    from
      e
      join events o on o.conference_id = e.conference_id
      and o.id <> e.id
      and o.status in ('pending', 'approved')
      and folded_name(o.venue_name) = folded_name(e.venue_name)
      and tstzrange(e.starts_at, e.ends_at) && tstzrange(o.starts_at, o.ends_at)
    order by
      o.starts_at,
      o.id
    limit $2
  )
union all
(
  select
    null,
    i.id,
    i.title
  from
    e
    join agenda_items i on i.conference_id = e.conference_id
    and i.event_id is null
    and i.status = 'scheduled'
    and folded_name(i.room) = folded_name(e.venue_name)
    and tstzrange(e.starts_at, e.ends_at) && tstzrange(i.starts_at, i.ends_at)
  order by
    i.starts_at,
    i.id
  limit $3
);
