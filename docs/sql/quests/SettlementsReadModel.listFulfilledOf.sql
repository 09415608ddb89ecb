select
  user_id,
  quest_id,
  quest_title,
  task_id,
  fulfilled_at
from
  (
    select
      uq.user_id,
      uq.quest_id,
      q.title as quest_title,
      t.id as task_id,
      t.position,
      greatest(fact.at, uq.started_at, t.opens_at, q.starts_at)::timestamptz(3) as fulfilled_at,
      least(t.closes_at, q.ends_at) as closes_at
    from
      user_quests uq
      join quests q on q.id = uq.quest_id
      join quest_tasks t on t.quest_id = q.id
      and t.deleted_at is null
      and t.type in ('connections', 'event_attendance', 'conference_registration', 'profile')
      cross join lateral (
        select
          case t.type
            when 'connections' then (
              select responded_at
              from
                (
                  select responded_at
                  from connections
                  where
                    requester_id = uq.user_id
                    and status = 'accepted'
                  union all
                  select responded_at
                  from connections
                  where
                    recipient_id = uq.user_id
                    and status = 'accepted'
                ) accepted
              order by responded_at
              offset (t.config ->> 'count')::integer - 1
              limit 1
            )
            when 'event_attendance' then (
              select
                case
                  when t.config ->> 'when' = 'checked_in' then a.checked_in_at
                  when holds_seat(a.status) then a.registered_at
                end
              from event_attendances a
              where
                a.event_id = (t.config ->> 'event_id')::bigint
                and a.user_id = uq.user_id
            )
            when 'conference_registration' then (
              select
                case
                  when t.config ->> 'when' = 'checked_in' then a.checked_in_at
                  when holds_seat(a.status) then a.registered_at
                end
              from conference_attendances a
              where
                a.conference_id = (t.config ->> 'conference_id')::bigint
                and a.user_id = uq.user_id
            )
            when 'profile' then (
              select $1::timestamptz
              from users u
              where
                u.id = uq.user_id
                and not exists (
                  select
                  from jsonb_array_elements_text(t.config -> 'fields') as field
                  where coalesce(to_jsonb(u) -> field, 'null') in ('null', '""', '[]', '{}')
                )
            )
          end as at
      ) fact
    where
      uq.user_id = $2
      and uq.quest_id = $3
      and uq.status <> 'admitted'
      and q.is_active
      and q.deleted_at is null
      and exists (
        select
        from conferences d
        where
          d.id = q.conference_id
          and d.status = 'draft'
      ) is not true
      and exists (
        select
        from conferences d
        where
          d.id = q.conference_id
          and d.status = 'cancelled'
      ) is not true
      and fact.at is not null
      and not exists (
        select
        from user_quest_tasks s
        where
          s.task_id = t.id
          and s.user_id = uq.user_id
      )
  ) facts
where
  fulfilled_at <= $4
  and (
    closes_at is null
    or fulfilled_at < closes_at
  )
order by
  user_id,
  quest_id,
  position,
  task_id;
