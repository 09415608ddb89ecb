-- of all keys
select
  count(*) filter (
    where j.status = 'running'
  ) as running,
  count(*) filter (
    where j.status = 'failed'
  ) as failed
from
  notification_jobs j
  cross join lateral (
    select
      bool_or(named.conference_id = $1) as is_about,
      bool_and(coalesce(named.conference_id = any($2::bigint[]), false)) as is_inside
    from
      (
        select value::bigint as conference_id
        from jsonb_array_elements_text(j.audience -> 'conference_ids')
        union all
        select e.conference_id
        from
          jsonb_array_elements_text(j.audience -> 'event_ids')
          left join events e on e.id = value::bigint
        union all
        select q.conference_id
        from quests q
        where q.id = (j.audience ->> 'quest_id')::bigint
      ) as named
  ) as audience
where
  j.status in ('running', 'failed')
  and audience.is_about
  and (
    $3::bigint[] is null
    or audience.is_inside
  );
