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
    union all
    select checked_in_at
    from conference_invitations
    where
      conference_id = $11
      and checked_in_at >= $12
      and checked_in_at < $13
  ) as counted
group by 2
union all
select
  'connections' as count,
  floor(date_part('epoch', at - $14::timestamptz) / $15::int)::int as bucket,
  count(*) as value
from
  (
    select c.responded_at as at
    from connections c
    where
      c.status = 'accepted'
      and c.responded_at >= $16
      and c.responded_at < $17
      and exists (
        select
        from conference_people p
        where
          p.conference_id = $18
          and p.user_id = c.requester_id
      )
      and exists (
        select
        from conference_people p
        where
          p.conference_id = $19
          and p.user_id = c.recipient_id
      )
      and c.responded_at >= $20
      and c.responded_at < $21
  ) as counted
group by 2
union all
select
  'quest_completions' as count,
  floor(date_part('epoch', at - $22::timestamptz) / $23::int)::int as bucket,
  count(*) as value
from
  (
    select uq.completed_at as at
    from
      quests q
      join user_quests uq on uq.quest_id = q.id
      and uq.status = 'completed'
    where
      q.conference_id = $24
      and q.deleted_at is null
      and uq.completed_at >= $25
      and uq.completed_at < $26
  ) as counted
group by 2;
