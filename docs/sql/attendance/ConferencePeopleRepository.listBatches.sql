with
  sized as (
    select
      c.id,
      1 + (c.attendee_count + coalesce(sum(e.attendee_count), 0)) / $1 as batches
    from
      conferences c
      left join events e on e.conference_id = c.id
    group by c.id
    union all
    select distinct
      p.conference_id,
      1
    from conference_people p
    where
      not exists (
        select
        from conferences c
        where c.id = p.conference_id
      )
  )
select
  s.id as conference_id,
  n * w.width as after,
  (n + 1) * w.width as upto
from
  sized s
  cross join lateral (
    select 1 + max(u.id) / s.batches as width
    from users u
  ) w
  cross join lateral generate_series(0, s.batches - 1) n
where w.width is not null
order by
  s.id,
  n;
