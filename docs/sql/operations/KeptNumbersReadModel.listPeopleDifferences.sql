select
  user_id as id,
  sum(counted)::integer as expected,
  sum(kept)::integer as found
from
  (
    select
      a.user_id,
      1 as counted,
      0 as kept
    from conference_attendances a
    where
      a.conference_id = $1
      and holds_seat(a.status)
    union all
    select
      a.user_id,
      1,
      0
    from
      events e
      join event_attendances a on a.event_id = e.id
      and holds_seat(a.status)
    where
      e.conference_id = $2
      and e.status = 'approved'
    union all
    select
      p.user_id,
      0,
      p.seats
    from conference_people p
    where p.conference_id = $3
  ) seats
where
  user_id > $4
  and user_id <= $5
group by user_id
having
  sum(counted) <> sum(kept)
order by user_id;
