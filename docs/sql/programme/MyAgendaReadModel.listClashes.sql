with
  mine as materialized (
    select
      i.id,
      i.event_id,
      i.title,
      tstzrange(i.starts_at, i.ends_at) as time
    from
      agenda_favorites f
      join agenda_items i on i.id = f.agenda_item_id
      and i.status = 'scheduled'
      left join events e on e.id = i.event_id
    where
      f.user_id = $1
      and e.status is distinct from 'cancelled'
      and (
        e.id is null
        or is_public_event_status(e.status)
      )
      and exists (
        select
        from conferences d
        where
          d.id = i.conference_id
          and d.status = 'draft'
      ) is not true
  ),
  attended as materialized (
    select
      e.id,
      e.title,
      tstzrange(e.starts_at, e.ends_at) as time
    from
      event_attendances a
      -- With offset 0, each event is read by its id. A join might read all events of the
      -- platform.
      cross join lateral (
        select *
        from events
        where
          id = a.event_id
          and status = 'approved'
        offset 0
      ) e
    where
      a.user_id = $2
      and a.status <> 'cancelled'
      -- Hashed, also by a plan for all users, which expects few attendances: not exists would
      -- compare each with each kept item.
      and e.id not in (
        select event_id
        from mine
        where event_id is not null
      )
  )
select
  one.id as of_id,
  c.agenda_item_id,
  c.event_id,
  c.title
from
  mine one
  cross join lateral (
    (
      select
        id as agenda_item_id,
        null::bigint as event_id,
        title
      from mine other
      where
        other.time && one.time
        and other.id <> one.id
      order by
        other.time,
        id
      limit $3
    )
    union all
    (
      select
        null,
        id,
        title
      from attended other
      where
        other.time && one.time
        and other.id is distinct from one.event_id
      order by
        other.time,
        id
      limit $4
    )
  ) c
where one.id = any($5::bigint[]);
