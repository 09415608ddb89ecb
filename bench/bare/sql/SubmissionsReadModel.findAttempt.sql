select
  json_build_object(
    'id',
    q.id,
    'title',
    q.title,
    'event_id',
    q.event_id,
    'starts_at',
    instant_in_json(q.starts_at),
    'ends_at',
    instant_in_json(q.ends_at),
    'registration_mode',
    q.registration_mode,
    'access',
    q.access,
    'max_participants',
    q.max_participants,
    'participant_count',
    q.participant_count,
    'is_hidden',
    not (
      q.is_active
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
    )
  ) as quest,
  exists (
    select
    from quest_tasks automatic
    where
      automatic.quest_id = q.id
      and automatic.deleted_at is null
      and automatic.type in ('connections', 'event_attendance', 'conference_registration', 'profile')
  ) as has_automatic_tasks,
  json_build_object(
    'id',
    t.id,
    'type',
    t.type,
    'config',
    t.config,
    'opens_at',
    instant_in_json(t.opens_at),
    'closes_at',
    instant_in_json(t.closes_at)
  ) as task,
  case
    when uq.user_id is not null then json_build_object('quest_id', uq.quest_id, 'user_id', uq.user_id, 'status', uq.status, 'source', uq.source)
  end as participation,
  case
    when s.id is not null then json_build_object(
      'id',
      s.id,
      'status',
      s.status,
      'source',
      s.source,
      'submissions',
      s.submissions,
      'rejections',
      s.rejections,
      'submitted_at',
      instant_in_json(s.submitted_at)
    )
  end as submission,
  t.answer_encrypted,
  case
    when t.old_answer_until > $1 then t.old_answer_encrypted
  end as old_answer_encrypted,
  json_build_object(
    'quiz',
    case
      when t.type = 'quiz' then (
        select coalesce(sum(tries), 0)
        from task_tries
        where
          task_id = t.id
          and person_hash = any($2::text[])
      )
    end,
    'codes_of_task',
    case
      when t.type = 'code' then (
        select
          json_build_object(
            'hits',
            coalesce(sum(hits), 0),
            'ms_left',
            coalesce(
              max(
                floor(
                  extract(
                    epoch
                    from expires_at - now()
                  ) * 1000
                )
              ),
              0
            )
          )
        from rate_limit_counters
        where
          key = any($3::text[])
          and expires_at > now()
      )
    end,
    'codes',
    case
      when t.type = 'code' then (
        select
          json_build_object(
            'hits',
            coalesce(sum(hits), 0),
            'ms_left',
            coalesce(
              max(
                floor(
                  extract(
                    epoch
                    from expires_at - now()
                  ) * 1000
                )
              ),
              0
            )
          )
        from rate_limit_counters
        where
          key = any($4::text[])
          and expires_at > now()
      )
    end
  ) as tries
from
  quest_tasks t
  join quests q on q.id = t.quest_id
  and q.deleted_at is null
  left join user_quests uq on uq.quest_id = q.id
  and uq.user_id = $5
  left join user_quest_tasks s on s.task_id = t.id
  and s.user_id = $6
where
  t.id = $7
  and t.deleted_at is null
