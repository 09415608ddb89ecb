-- of any status, 1 of 2
(
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
    (
      select count(*)::integer
      from quest_tasks
      where
        quest_id = q.id
        and deleted_at is null
    ) as task_count,
    (
      select coalesce(sum(points), 0)::integer
      from quest_tasks
      where
        quest_id = q.id
        and deleted_at is null
    ) + q.completion_points as total_points,
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
    (
      select
        quest_id,
        status,
        active_at
      from user_quests
      where user_id = $1
      union all
      select
        r.quest_id,
        case r.status
          when 'pending' then 'requested'
          else 'declined'
        end,
        coalesce(r.decided_at, r.requested_at)
      from quest_registration_requests r
      where
        r.user_id = $2
        and r.source <> 'public'
        and r.status <> 'approved'
        and not exists (
          select
          from user_quests uq
          where
            uq.quest_id = r.quest_id
            and uq.user_id = r.user_id
        )
    ) as own
    inner join quests as q on q.id = own.quest_id
    left join conferences as c on c.id = q.conference_id
  where q.deleted_at is null
  order by
    own.active_at desc,
    q.id desc
)
limit $3
offset $4;

-- of any status, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      (
        select
          quest_id,
          status,
          active_at
        from user_quests
        where user_id = $1
        union all
        select
          r.quest_id,
          case r.status
            when 'pending' then 'requested'
            else 'declined'
          end,
          coalesce(r.decided_at, r.requested_at)
        from quest_registration_requests r
        where
          r.user_id = $2
          and r.source <> 'public'
          and r.status <> 'approved'
          and not exists (
            select
            from user_quests uq
            where
              uq.quest_id = r.quest_id
              and uq.user_id = r.user_id
          )
      ) as own
      inner join quests as q on q.id = own.quest_id
      left join conferences as c on c.id = q.conference_id
    where q.deleted_at is null
    limit $3
  ) as counted;

-- of one status, 1 of 2
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
  (
    select count(*)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) as task_count,
  (
    select coalesce(sum(points), 0)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) + q.completion_points as total_points,
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
  (
    select
      quest_id,
      status,
      active_at
    from user_quests
    where user_id = $1
    union all
    select
      r.quest_id,
      case r.status
        when 'pending' then 'requested'
        else 'declined'
      end,
      coalesce(r.decided_at, r.requested_at)
    from quest_registration_requests r
    where
      r.user_id = $2
      and r.source <> 'public'
      and r.status <> 'approved'
      and not exists (
        select
        from user_quests uq
        where
          uq.quest_id = r.quest_id
          and uq.user_id = r.user_id
      )
  ) as own
  inner join quests as q on q.id = own.quest_id
  left join conferences as c on c.id = q.conference_id
where
  q.deleted_at is null
  and own.status = $3
order by
  own.active_at desc,
  q.id desc
limit $4
offset $5;

-- of one status, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      (
        select
          quest_id,
          status,
          active_at
        from user_quests
        where user_id = $1
        union all
        select
          r.quest_id,
          case r.status
            when 'pending' then 'requested'
            else 'declined'
          end,
          coalesce(r.decided_at, r.requested_at)
        from quest_registration_requests r
        where
          r.user_id = $2
          and r.source <> 'public'
          and r.status <> 'approved'
          and not exists (
            select
            from user_quests uq
            where
              uq.quest_id = r.quest_id
              and uq.user_id = r.user_id
          )
      ) as own
      inner join quests as q on q.id = own.quest_id
      left join conferences as c on c.id = q.conference_id
    where
      q.deleted_at is null
      and own.status = $3
    limit $4
  ) as counted;
