select
  q.id as quest_id,
  coalesce(
    uq.status,
    case r.status
      when 'pending' then 'requested'
      when 'rejected' then 'declined'
    end,
    'none'
  ) as status,
  (
    select count(*)
    from
      user_quest_tasks s
      join quest_tasks t on t.id = s.task_id
    where
      s.quest_id = q.id
      and s.user_id = $1
      and s.status = 'approved'
      and t.deleted_at is null
  )::integer as completed_tasks,
  (
    select count(*)
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  )::integer as total_tasks,
  coalesce(total.points, 0) as points,
  uq.started_at,
  uq.completed_at,
  case
    when r.id is not null then json_build_object(
      'id',
      r.id,
      'status',
      r.status,
      'message',
      r.message,
      'reason',
      r.reason,
      'requested_at',
      instant_in_json(r.requested_at),
      'decided_at',
      instant_in_json(r.decided_at)
    )
  end as registration,
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'task_id',
            t.id,
            'user_quest_task_id',
            s.id,
            'status',
            coalesce(s.status, 'none'),
            'points',
            coalesce(award.points, 0),
            'text',
            s.text,
            'media_id',
            s.media_id,
            'option_ids',
            s.option_ids,
            'reason',
            s.reason,
            'submitted_at',
            instant_in_json(s.submitted_at),
            'decided_at',
            instant_in_json(s.decided_at),
            'tries_left',
            case
              when t.type = 'quiz' then greatest((t.config ->> 'max_tries')::integer - coalesce(tried.tries, 0), 0)
            end
          )
          order by
            t.position,
            t.id
        ),
        '[]'
      )
    from
      quest_tasks t
      left join user_quest_tasks s on s.task_id = t.id
      and s.user_id = $2
      -- A submission of an unsigned call does not count as the user's.
      and not (
        s.source = 'public'
        and s.status <> 'approved'
      )
      left join lateral (
        select sum(tries) as tries
        from task_tries
        where
          task_id = t.id
          and person_hash = any($3::text[])
      ) tried on true
      left join lateral (
        select
          a.delta + coalesce(
            (
              select sum(fix.delta)
              from point_ledger fix
              where
                fix.award_id = a.id
                and fix.kind = 'correction'
            ),
            0
          ) as points
        from point_ledger a
        where
          a.user_id = $4
          and a.task_id = t.id
          and a.kind = 'task'
          and a.voided_at is null
      ) award on true
    where
      t.quest_id = q.id
      and t.deleted_at is null
  ) as tasks
from
  quests q
  left join user_quests uq on uq.quest_id = q.id
  and uq.user_id = $5
  left join quest_registration_requests r on r.quest_id = q.id
  and r.user_id = $6
  and r.source <> 'public'
  left join point_totals total on total.scope = 'quest'
  and total.scope_id = q.id
  and total.period = 'all'
  and total.period_start = '1970-01-01'
  and total.user_id = $7
where q.id = $8
