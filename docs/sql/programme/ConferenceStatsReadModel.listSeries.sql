select
  'registrations' as count,
  floor(date_part('epoch', at - $1::timestamptz) / $2::int)::int as bucket,
  count(*) as value
from
  (
    select registered_at as at
    from conference_attendances
    where
      conference_id = $3
      and status <> 'cancelled'
      and registered_at >= $4
      and registered_at < $5
  ) as counted
group by 2
union all
select
  'arrivals' as count,
  floor(date_part('epoch', at - $6::timestamptz) / $7::int)::int as bucket,
  count(*) as value
from
  (
    select checked_in_at as at
    from conference_attendances
    where
      conference_id = $8
      and coalesce(checked_in_at, '-infinity') >= $9
      and coalesce(checked_in_at, '-infinity') < $10
  ) as counted
group by 2
union all
select
  'connections' as count,
  floor(date_part('epoch', at - $11::timestamptz) / $12::int)::int as bucket,
  count(*) as value
from
  (
    select c.responded_at as at
    from connections c
    where
      c.status = 'accepted'
      and c.responded_at >= $13
      and c.responded_at < $14
      and exists (
        select
        from conference_people p
        where
          p.conference_id = $15
          and p.user_id = c.requester_id
      )
      and exists (
        select
        from conference_people p
        where
          p.conference_id = $16
          and p.user_id = c.recipient_id
      )
      and c.responded_at >= $17
      and c.responded_at < $18
  ) as counted
group by 2
union all
select
  'quest_completions' as count,
  floor(date_part('epoch', at - $19::timestamptz) / $20::int)::int as bucket,
  count(*) as value
from
  (
    select uq.completed_at as at
    from
      quests q
      join user_quests uq on uq.quest_id = q.id
      and uq.status = 'completed'
    where
      q.conference_id = $21
      and q.deleted_at is null
      and uq.completed_at >= $22
      and uq.completed_at < $23
  ) as counted
group by 2;
