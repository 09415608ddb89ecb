with
  fulfilled as (
    select
      uq.user_id,
      uq.quest_id,
      t.id as task_id,
      greatest(fact.at, uq.started_at, t.opens_at, q.starts_at)::timestamptz(3) as at,
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
              select at
              from
                (
                  select
                    case
                      when t.config ->> 'when' = 'met' then met_at
                      else responded_at
                    end as at
                  from connections
                  where
                    requester_id = uq.user_id
                    and status = 'accepted'
                  union all
                  select
                    case
                      when t.config ->> 'when' = 'met' then met_at
                      else responded_at
                    end
                  from connections
                  where
                    recipient_id = uq.user_id
                    and status = 'accepted'
                ) accepted
              where at is not null
              order by at
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
  ),
  stored as (
    insert into user_quest_tasks (task_id, user_id, quest_id, status, source, submissions, submitted_at, decided_at)
    select
      task_id,
      user_id,
      quest_id,
      'approved',
      'worker',
      0,
      at,
      $4
    from fulfilled
    where
      at <= $5
      and (
        closes_at is null
        or at < closes_at
      )
    returning
      task_id,
      user_id,
      quest_id,
      status,
      submitted_at
  ),
  sent as (
    select
      uq.quest_id,
      uq.user_id,
      max(s.submitted_at) as active_at,
      case
        when uq.status = 'in_progress'
        and bool_or(s.status = 'approved')
        and exists (
          select
          from quest_tasks
          where
            quest_id = uq.quest_id
            and deleted_at is null
        )
        and not exists (
          select
          from quest_tasks needed
          where
            needed.quest_id = uq.quest_id
            and needed.deleted_at is null
            and (
              needed.is_required
              or not exists (
                select
                from quest_tasks required
                where
                  required.quest_id = uq.quest_id
                  and required.deleted_at is null
                  and required.is_required
              )
            )
            and not exists (
              select
              from user_quest_tasks done
              where
                done.task_id = needed.id
                and done.user_id = uq.user_id
                and done.status = 'approved'
            )
            and not exists (
              select
              from stored done
              where
                done.task_id = needed.id
                and done.user_id = uq.user_id
                and done.status = 'approved'
            )
        ) then coalesce(
          max(s.submitted_at) filter (
            where
              exists (
                select
                from quest_tasks task
                where
                  task.id = s.task_id
                  and task.deleted_at is null
                  and (
                    task.is_required
                    or not exists (
                      select
                      from quest_tasks required
                      where
                        required.quest_id = uq.quest_id
                        and required.deleted_at is null
                        and required.is_required
                    )
                  )
              )
          ),
          max(s.submitted_at)
        )
      end as completed_at
    from
      stored s
      join user_quests uq on uq.quest_id = s.quest_id
      and uq.user_id = s.user_id
    group by
      uq.quest_id,
      uq.user_id
  ),
  participations as (
    update user_quests uq
    set
      active_at = greatest(uq.active_at, sent.active_at),
      status = case
        when sent.completed_at is null then uq.status
        else 'completed'
      end,
      completed_at = coalesce(sent.completed_at, uq.completed_at)
    from sent
    where
      uq.quest_id = sent.quest_id
      and uq.user_id = sent.user_id
  )
select
  stored.user_id,
  stored.quest_id,
  stored.task_id,
  q.title as quest_title,
  sent.completed_at is not null as completes_quest
from
  stored
  join sent using (quest_id, user_id)
  join quests q on q.id = stored.quest_id
  join quest_tasks t on t.id = stored.task_id
order by
  stored.user_id,
  stored.quest_id,
  t.position,
  t.id;
