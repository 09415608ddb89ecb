select
  q.id,
  q.slug,
  q.title,
  q.description,
  q.image_url,
  q.conference_id,
  q.event_id,
  q.is_active,
  q.is_featured,
  q.starts_at,
  q.ends_at,
  coalesce(c.timezone, 'UTC') as timezone,
  q.registration_mode,
  q.access,
  q.max_participants,
  q.public_api_enabled,
  q.completion_points,
  t.task_count as task_count,
  t.task_points + q.completion_points as total_points,
  q.participant_count,
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
  ) as is_hidden,
  q.version,
  q.created_at,
  q.updated_at
from
  quests q
  left join conferences c on c.id = q.conference_id
  cross join lateral (
    select
      count(*)::integer as task_count,
      coalesce(sum(points), 0)::integer as task_points
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) t
where
  q.id = $1
  and q.deleted_at is null;
