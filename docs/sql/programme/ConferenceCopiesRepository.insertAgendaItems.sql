with
  copied as (
    insert into
      agenda_items (
        conference_id,
        title,
        description,
        kind,
        track,
        room,
        language,
        position,
        starts_at,
        ends_at
      )
    select
      $1,
      i.title,
      i.description,
      i.kind,
      i.track,
      i.room,
      i.language,
      i.position,
      ((i.starts_at at time zone $2) + make_interval(days => $3::int)) at time zone $4,
      case
        when ((i.ends_at at time zone $5) + make_interval(days => $6::int)) at time zone $7 <= ((i.starts_at at time zone $8) + make_interval(days => $9::int)) at time zone $10 then ((i.starts_at at time zone $11) + make_interval(days => $12::int)) at time zone $13 + (i.ends_at - i.starts_at)
        else ((i.ends_at at time zone $14) + make_interval(days => $15::int)) at time zone $16
      end
    from
      agenda_items i
      left join events e on e.id = i.event_id
    where
      i.conference_id = $17
      and i.status = 'scheduled'
      and (
        e.id is null
        or e.status in ('pending', 'approved')
      )
    order by
      i.starts_at,
      i.position,
      i.id
    returning id
  )
select count(*)
from copied;
