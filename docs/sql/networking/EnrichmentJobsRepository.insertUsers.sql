-- some ids, 1 of 2
set local statement_timeout = 60000;

-- some ids, 2 of 2
with
  matched as (
    (
      select
        u.id,
        (
          u.is_listed
          and coalesce(u.enrichment_enabled, not $1::boolean)
        ) as is_allowed,
        (
          (
            e.input_hash is not null
            and e.input_hash = enrichment_input_hash(u.headline, u.company, u.job_title, u.bio, u.interests, u.looking_for, u.offering)
          )
          and e.status <> 'failed'
        ) as is_unchanged
      from
        users as u
        left join enrichments as e on e.user_id = u.id
      where
        u.erased_at is null
        and u.is_blocked = $2
        and u.id = any($3)
      order by u.id asc
      for key share of u
    )
  ),
  queued as (
    insert into enrichment_job_users (job_id, user_id)
    select
      $4::bigint,
      id
    from matched
    where
      is_allowed
      and (
        $5
        or not is_unchanged
      )
    returning user_id
  ),
  pending as (
    insert into enrichments (user_id, status, provider)
    select
      user_id,
      'pending',
      $6
    from queued
    on conflict (user_id) do update
    set
      status = 'pending',
      error = null
  )
select
  (
    select count(*)
    from matched
  ) as matched,
  (
    select count(*)
    from queued
  ) as queued;

-- all users, 2 of 2
with
  matched as (
    (
      select
        u.id,
        (
          u.is_listed
          and coalesce(u.enrichment_enabled, not $1::boolean)
        ) as is_allowed,
        (
          (
            e.input_hash is not null
            and e.input_hash = enrichment_input_hash(u.headline, u.company, u.job_title, u.bio, u.interests, u.looking_for, u.offering)
          )
          and e.status <> 'failed'
        ) as is_unchanged
      from
        users as u
        left join enrichments as e on e.user_id = u.id
      where
        u.erased_at is null
        and u.is_blocked = $2
      order by u.id asc
      for key share of u
    )
  ),
  queued as (
    insert into enrichment_job_users (job_id, user_id)
    select
      $3::bigint,
      id
    from matched
    where
      is_allowed
      and (
        $4
        or not is_unchanged
      )
    returning user_id
  ),
  pending as (
    insert into enrichments (user_id, status, provider)
    select
      user_id,
      'pending',
      $5
    from queued
    on conflict (user_id) do update
    set
      status = 'pending',
      error = null
  )
select
  (
    select count(*)
    from matched
  ) as matched,
  (
    select count(*)
    from queued
  ) as queued;
