-- no filter, 1 of 2
select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
from pg_stat_activity
where
  datname = current_database()
  and backend_type = 'client backend';

-- no filter, 2 of 2
(
  select
    (
      (
        select count(*) as total
        from
          (
            select 1
            from events as e
            where
              (
                e.conference_id in (
                  select d.id
                  from conferences d
                  where d.status = 'draft'
                )
              ) is not true
              and e.status = $1
            limit $2
          ) as counted
      )
    ) as total,
    e.id,
    e.slug,
    e.conference_id,
    e.title,
    e.description,
    e.kind,
    e.status,
    e.starts_at,
    e.ends_at,
    e.all_day,
    e.timezone,
    e.venue_name,
    e.venue_address,
    e.venue_latitude,
    e.venue_longitude,
    e.image_url,
    e.url,
    e.organizer,
    e.tags,
    e.capacity,
    e.attendee_count,
    e.over_capacity_count,
    e.registration_mode,
    e.registration_closes_at,
    e.source,
    e.submitted_by,
    e.rejection_reason,
    e.version,
    e.created_at,
    e.updated_at,
    (
      select d.status
      from conferences d
      where d.id = e.conference_id
    ) as conference_status
  from events as e
  where
    (
      e.conference_id in (
        select d.id
        from conferences d
        where d.status = 'draft'
      )
    ) is not true
    and e.status = $3
  order by
    e.starts_at asc,
    e.id asc
)
limit $4
offset $5;

-- by kind, 2 of 2
(
  select
    (
      (
        select count(*) as total
        from
          (
            select 1
            from events as e
            where
              (
                e.conference_id in (
                  select d.id
                  from conferences d
                  where d.status = 'draft'
                )
              ) is not true
              and e.status = $1
              and e.kind = $2
            limit $3
          ) as counted
      )
    ) as total,
    e.id,
    e.slug,
    e.conference_id,
    e.title,
    e.description,
    e.kind,
    e.status,
    e.starts_at,
    e.ends_at,
    e.all_day,
    e.timezone,
    e.venue_name,
    e.venue_address,
    e.venue_latitude,
    e.venue_longitude,
    e.image_url,
    e.url,
    e.organizer,
    e.tags,
    e.capacity,
    e.attendee_count,
    e.over_capacity_count,
    e.registration_mode,
    e.registration_closes_at,
    e.source,
    e.submitted_by,
    e.rejection_reason,
    e.version,
    e.created_at,
    e.updated_at,
    (
      select d.status
      from conferences d
      where d.id = e.conference_id
    ) as conference_status
  from events as e
  where
    (
      e.conference_id in (
        select d.id
        from conferences d
        where d.status = 'draft'
      )
    ) is not true
    and e.status = $4
    and e.kind = $5
  order by
    e.starts_at asc,
    e.id asc
)
limit $6
offset $7;

-- by tag, 2 of 3
select
  e.id,
  e.slug,
  e.conference_id,
  e.title,
  e.description,
  e.kind,
  e.status,
  e.starts_at,
  e.ends_at,
  e.all_day,
  e.timezone,
  e.venue_name,
  e.venue_address,
  e.venue_latitude,
  e.venue_longitude,
  e.image_url,
  e.url,
  e.organizer,
  e.tags,
  e.capacity,
  e.attendee_count,
  e.over_capacity_count,
  e.registration_mode,
  e.registration_closes_at,
  e.source,
  e.submitted_by,
  e.rejection_reason,
  e.version,
  e.created_at,
  e.updated_at,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status
from events as e
where
  (
    e.conference_id in (
      select d.id
      from conferences d
      where d.status = 'draft'
    )
  ) is not true
  and e.status = $1
  and folded(e.tags) @> array[lower($2)]
order by
  e.starts_at asc,
  e.id asc
limit $3
offset $4;

-- by tag, 3 of 3
select count(*) as total
from
  (
    select 1
    from events as e
    where
      (
        e.conference_id in (
          select d.id
          from conferences d
          where d.status = 'draft'
        )
      ) is not true
      and e.status = $1
      and folded(e.tags) @> array[lower($2)]
    limit $3
  ) as counted;

-- by q, 2 of 9
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- by q, 3 of 9
with
  compared as materialized (
    (
      select
        e.id as key,
        exists (
          (
            select 1
            where
              row_contains_word(e.search_text, $1)
              and row_contains_word(e.search_text, $2)
          )
          offset 0
        ) as is_match
      from events as e
      where
        (
          e.conference_id in (
            select d.id
            from conferences d
            where d.status = 'draft'
          )
        ) is not true
        and e.status = $3
      order by
        e.starts_at asc,
        e.id asc
      limit $4
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $5
  )
select
  (
    select count(*)
    from found
  ) as matches,
  (
    select coalesce(json_agg(key), '[]')
    from
      (
        select key
        from found
        limit $6
        offset $7
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $8 then (
      select count(*)
      from compared
    ) < $9
    else false
  end as "isWhole";

-- by q, 4 of 9
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- by q, 5 of 9
select
  count(*) as total,
  coalesce(
    case
      when count(*) <= 1000 then json_agg(key)
    end,
    '[]'
  ) as keys
from
  (
    select e.id as key
    from events as e
    where
      (
        e.conference_id in (
          select d.id
          from conferences d
          where d.status = 'draft'
        )
      ) is not true
      and e.status = $1
      and contains_word(e.search_text, $2)
      and contains_word(e.search_text, $3)
    limit $4
  ) as found;

-- by q, 6 of 9
select
  count(*) as total,
  coalesce(
    case
      when count(*) <= 1000 then json_agg(key)
    end,
    '[]'
  ) as keys
from
  (
    (
      select e.id as key
      from events as e
      where
        (
          e.conference_id in (
            select d.id
            from conferences d
            where d.status = 'draft'
          )
        ) is not true
        and e.status = $1
        and contains_misspelled(e.search_text, $2)
        and contains_misspelled(e.search_text, $3)
        and e.id = any(
          array(
            (
              (
                select e.id as key
                from events as e
                where
                  (
                    e.conference_id in (
                      select d.id
                      from conferences d
                      where d.status = 'draft'
                    )
                  ) is not true
                  and e.status = $4
                  and contains_swapped(e.search_text, $5)
                  and contains_swapped(e.search_text, $6)
                limit $7
              )
              union all
              (
                select e.id as key
                from events as e
                where
                  (
                    e.conference_id in (
                      select d.id
                      from conferences d
                      where d.status = 'draft'
                    )
                  ) is not true
                  and e.status = $8
                  and contains_piece(e.search_text, $9)
                  and contains_piece(e.search_text, $10)
                limit $11
              )
            )
          )
        )
      limit $12
    )
  ) as found;

-- by q, 7 of 9
set local enable_indexscan = on;

-- by q, 8 of 9
select
  e.id,
  e.slug,
  e.conference_id,
  e.title,
  e.description,
  e.kind,
  e.status,
  e.starts_at,
  e.ends_at,
  e.all_day,
  e.timezone,
  e.venue_name,
  e.venue_address,
  e.venue_latitude,
  e.venue_longitude,
  e.image_url,
  e.url,
  e.organizer,
  e.tags,
  e.capacity,
  e.attendee_count,
  e.over_capacity_count,
  e.registration_mode,
  e.registration_closes_at,
  e.source,
  e.submitted_by,
  e.rejection_reason,
  e.version,
  e.created_at,
  e.updated_at,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status
from events as e
where
  (
    e.conference_id in (
      select d.id
      from conferences d
      where d.status = 'draft'
    )
  ) is not true
  and e.status = $1
  and e.id = any($2::bigint[])
order by
  e.starts_at asc,
  e.id asc
limit $3
offset $4;

-- by q, 9 of 9
set local enable_indexscan = off;

-- by from, 2 of 2
(
  select
    (
      (
        select count(*) as total
        from
          (
            select 1
            from events as e
            where
              (
                e.conference_id in (
                  select d.id
                  from conferences d
                  where d.status = 'draft'
                )
              ) is not true
              and e.status = $1
              and e.ends_at >= $2
              and (
                e.ends_at > $3
                or e.starts_at = $4
              )
            limit $5
          ) as counted
      )
    ) as total,
    e.id,
    e.slug,
    e.conference_id,
    e.title,
    e.description,
    e.kind,
    e.status,
    e.starts_at,
    e.ends_at,
    e.all_day,
    e.timezone,
    e.venue_name,
    e.venue_address,
    e.venue_latitude,
    e.venue_longitude,
    e.image_url,
    e.url,
    e.organizer,
    e.tags,
    e.capacity,
    e.attendee_count,
    e.over_capacity_count,
    e.registration_mode,
    e.registration_closes_at,
    e.source,
    e.submitted_by,
    e.rejection_reason,
    e.version,
    e.created_at,
    e.updated_at,
    (
      select d.status
      from conferences d
      where d.id = e.conference_id
    ) as conference_status
  from events as e
  where
    (
      e.conference_id in (
        select d.id
        from conferences d
        where d.status = 'draft'
      )
    ) is not true
    and e.status = $6
    and e.ends_at >= $7
    and (
      e.ends_at > $8
      or e.starts_at = $9
    )
  order by
    e.starts_at asc,
    e.id asc
)
limit $10
offset $11;

-- by to, 2 of 3
(
  select
    (
      (
        select count(*) as total
        from
          (
            select 1
            from events as e
            where
              (
                e.conference_id in (
                  select d.id
                  from conferences d
                  where d.status = 'draft'
                )
              ) is not true
              and e.status = $1
              and e.starts_at < $2
            limit $3
          ) as counted
      )
    ) as total,
    e.id,
    e.slug,
    e.conference_id,
    e.title,
    e.description,
    e.kind,
    e.status,
    e.starts_at,
    e.ends_at,
    e.all_day,
    e.timezone,
    e.venue_name,
    e.venue_address,
    e.venue_latitude,
    e.venue_longitude,
    e.image_url,
    e.url,
    e.organizer,
    e.tags,
    e.capacity,
    e.attendee_count,
    e.over_capacity_count,
    e.registration_mode,
    e.registration_closes_at,
    e.source,
    e.submitted_by,
    e.rejection_reason,
    e.version,
    e.created_at,
    e.updated_at,
    (
      select d.status
      from conferences d
      where d.id = e.conference_id
    ) as conference_status
  from events as e
  where
    (
      e.conference_id in (
        select d.id
        from conferences d
        where d.status = 'draft'
      )
    ) is not true
    and e.status = $4
    and e.starts_at < $5
  order by
    e.starts_at asc,
    e.id asc
)
limit $6
offset $7;

-- by to, 3 of 3
select count(*) as total
from
  (
    select 1
    from events as e
    where
      (
        e.conference_id in (
          select d.id
          from conferences d
          where d.status = 'draft'
        )
      ) is not true
      and e.status = $1
      and e.starts_at < $2
    limit $3
  ) as counted;

-- by upcoming, 2 of 2
(
  select
    (
      (
        select count(*) as total
        from
          (
            select 1
            from events as e
            where
              (
                e.conference_id in (
                  select d.id
                  from conferences d
                  where d.status = 'draft'
                )
              ) is not true
              and e.status = $1
              and e.ends_at > $2
            limit $3
          ) as counted
      )
    ) as total,
    e.id,
    e.slug,
    e.conference_id,
    e.title,
    e.description,
    e.kind,
    e.status,
    e.starts_at,
    e.ends_at,
    e.all_day,
    e.timezone,
    e.venue_name,
    e.venue_address,
    e.venue_latitude,
    e.venue_longitude,
    e.image_url,
    e.url,
    e.organizer,
    e.tags,
    e.capacity,
    e.attendee_count,
    e.over_capacity_count,
    e.registration_mode,
    e.registration_closes_at,
    e.source,
    e.submitted_by,
    e.rejection_reason,
    e.version,
    e.created_at,
    e.updated_at,
    (
      select d.status
      from conferences d
      where d.id = e.conference_id
    ) as conference_status
  from events as e
  where
    (
      e.conference_id in (
        select d.id
        from conferences d
        where d.status = 'draft'
      )
    ) is not true
    and e.status = $4
    and e.ends_at > $5
  order by
    e.starts_at asc,
    e.id asc
)
limit $6
offset $7;

-- by conference_id, 2 of 2
(
  select
    (
      (
        select count(*) as total
        from
          (
            select 1
            from events as e
            where
              (
                e.conference_id in (
                  select d.id
                  from conferences d
                  where d.status = 'draft'
                )
              ) is not true
              and e.status = $1
              and e.conference_id = $2
            limit $3
          ) as counted
      )
    ) as total,
    e.id,
    e.slug,
    e.conference_id,
    e.title,
    e.description,
    e.kind,
    e.status,
    e.starts_at,
    e.ends_at,
    e.all_day,
    e.timezone,
    e.venue_name,
    e.venue_address,
    e.venue_latitude,
    e.venue_longitude,
    e.image_url,
    e.url,
    e.organizer,
    e.tags,
    e.capacity,
    e.attendee_count,
    e.over_capacity_count,
    e.registration_mode,
    e.registration_closes_at,
    e.source,
    e.submitted_by,
    e.rejection_reason,
    e.version,
    e.created_at,
    e.updated_at,
    (
      select d.status
      from conferences d
      where d.id = e.conference_id
    ) as conference_status
  from events as e
  where
    (
      e.conference_id in (
        select d.id
        from conferences d
        where d.status = 'draft'
      )
    ) is not true
    and e.status = $4
    and e.conference_id = $5
  order by
    e.starts_at asc,
    e.id asc
)
limit $6
offset $7;

-- every filter, 3 of 8
with
  compared as materialized (
    (
      select
        e.id as key,
        exists (
          (
            select 1
            where
              row_contains_word(e.search_text, $1)
              and row_contains_word(e.search_text, $2)
          )
          offset 0
        ) as is_match
      from events as e
      where
        (
          e.conference_id in (
            select d.id
            from conferences d
            where d.status = 'draft'
          )
        ) is not true
        and e.status = $3
        and e.conference_id = $4
        and e.kind = $5
        and folded(e.tags) @> array[lower($6)]
        and e.ends_at >= $7
        and (
          e.ends_at > $8
          or e.starts_at = $9
        )
        and e.starts_at < $10
        and e.ends_at > $11
      order by
        e.starts_at asc,
        e.id asc
      limit $12
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $13
  )
select
  (
    select count(*)
    from found
  ) as matches,
  (
    select coalesce(json_agg(key), '[]')
    from
      (
        select key
        from found
        limit $14
        offset $15
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $16 then (
      select count(*)
      from compared
    ) < $17
    else false
  end as "isWhole";

-- every filter, 5 of 8
select
  count(*) as total,
  coalesce(
    case
      when count(*) <= 1000 then json_agg(key)
    end,
    '[]'
  ) as keys
from
  (
    (
      select e.id as key
      from events as e
      where
        (
          e.conference_id in (
            select d.id
            from conferences d
            where d.status = 'draft'
          )
        ) is not true
        and e.status = $1
        and e.conference_id = $2
        and e.kind = $3
        and folded(e.tags) @> array[lower($4)]
        and contains_misspelled(e.search_text, $5)
        and contains_misspelled(e.search_text, $6)
        and e.ends_at >= $7
        and (
          e.ends_at > $8
          or e.starts_at = $9
        )
        and e.starts_at < $10
        and e.ends_at > $11
        and e.id = any(
          array(
            (
              (
                select e.id as key
                from events as e
                where
                  (
                    e.conference_id in (
                      select d.id
                      from conferences d
                      where d.status = 'draft'
                    )
                  ) is not true
                  and e.status = $12
                  and e.conference_id = $13
                  and e.kind = $14
                  and folded(e.tags) @> array[lower($15)]
                  and contains_swapped(e.search_text, $16)
                  and contains_swapped(e.search_text, $17)
                  and e.ends_at >= $18
                  and (
                    e.ends_at > $19
                    or e.starts_at = $20
                  )
                  and e.starts_at < $21
                  and e.ends_at > $22
                limit $23
              )
              union all
              (
                select e.id as key
                from events as e
                where
                  (
                    e.conference_id in (
                      select d.id
                      from conferences d
                      where d.status = 'draft'
                    )
                  ) is not true
                  and e.status = $24
                  and e.conference_id = $25
                  and e.kind = $26
                  and folded(e.tags) @> array[lower($27)]
                  and contains_piece(e.search_text, $28)
                  and contains_piece(e.search_text, $29)
                  and e.ends_at >= $30
                  and (
                    e.ends_at > $31
                    or e.starts_at = $32
                  )
                  and e.starts_at < $33
                  and e.ends_at > $34
                limit $35
              )
            )
          )
        )
      limit $36
    )
  ) as found;

-- every filter, 7 of 8
select
  e.id,
  e.slug,
  e.conference_id,
  e.title,
  e.description,
  e.kind,
  e.status,
  e.starts_at,
  e.ends_at,
  e.all_day,
  e.timezone,
  e.venue_name,
  e.venue_address,
  e.venue_latitude,
  e.venue_longitude,
  e.image_url,
  e.url,
  e.organizer,
  e.tags,
  e.capacity,
  e.attendee_count,
  e.over_capacity_count,
  e.registration_mode,
  e.registration_closes_at,
  e.source,
  e.submitted_by,
  e.rejection_reason,
  e.version,
  e.created_at,
  e.updated_at,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status
from events as e
where
  (
    e.conference_id in (
      select d.id
      from conferences d
      where d.status = 'draft'
    )
  ) is not true
  and e.status = $1
  and e.conference_id = $2
  and e.kind = $3
  and folded(e.tags) @> array[lower($4)]
  and e.ends_at >= $5
  and (
    e.ends_at > $6
    or e.starts_at = $7
  )
  and e.starts_at < $8
  and e.ends_at > $9
  and e.id = any($10::bigint[])
order by
  e.starts_at asc,
  e.id asc
limit $11
offset $12;

-- by two letters, 3 of 8
with
  compared as materialized (
    (
      select
        e.id as key,
        exists (
          (
            select 1
            where row_contains_word(e.search_text, $1)
          )
          offset 0
        ) as is_match
      from events as e
      where
        (
          e.conference_id in (
            select d.id
            from conferences d
            where d.status = 'draft'
          )
        ) is not true
        and e.status = $2
      order by
        e.starts_at asc,
        e.id asc
      limit $3
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $4
  )
select
  (
    select count(*)
    from found
  ) as matches,
  (
    select coalesce(json_agg(key), '[]')
    from
      (
        select key
        from found
        limit $5
        offset $6
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $7 then (
      select count(*)
      from compared
    ) < $8
    else false
  end as "isWhole";

-- by two letters, 5 of 8
select
  count(*) as total,
  coalesce(
    case
      when count(*) <= 1000 then json_agg(key)
    end,
    '[]'
  ) as keys
from
  (
    select e.id as key
    from events as e
    where
      (
        e.conference_id in (
          select d.id
          from conferences d
          where d.status = 'draft'
        )
      ) is not true
      and e.status = $1
      and contains_word(e.search_text, $2)
    limit $3
  ) as found;

-- changes, 2 of 4
select
  e.id,
  e.slug,
  e.conference_id,
  e.title,
  e.description,
  e.kind,
  e.status,
  e.starts_at,
  e.ends_at,
  e.all_day,
  e.timezone,
  e.venue_name,
  e.venue_address,
  e.venue_latitude,
  e.venue_longitude,
  e.image_url,
  e.url,
  e.organizer,
  e.tags,
  e.capacity,
  e.attendee_count,
  e.over_capacity_count,
  e.registration_mode,
  e.registration_closes_at,
  e.source,
  e.submitted_by,
  e.rejection_reason,
  e.version,
  e.created_at,
  e.updated_at,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status
from events as e
where
  (
    e.conference_id in (
      select d.id
      from conferences d
      where d.status = 'draft'
    )
  ) is not true
  and e.status = $1
  and e.updated_at > $2
order by
  e.starts_at asc,
  e.id asc
limit $3
offset $4;

-- changes, 3 of 4
select gone_id as id
from gone_rows
where
  kind = $1
  and gone_at > $2
union
select e.id
from
  events as e
  left join conferences as c on c.id = e.conference_id
where
  e.updated_at > $3
  and is_public_event_status(e.status)
  and (
    c.id is null
    or c.published_at is not null
  )
except
select e.id
from events as e
where
  (
    e.conference_id in (
      select d.id
      from conferences d
      where d.status = 'draft'
    )
  ) is not true
  and e.status = $4
  and e.updated_at > $5;

-- changes, 4 of 4
select count(*) as total
from
  (
    select 1
    from events as e
    where
      (
        e.conference_id in (
          select d.id
          from conferences d
          where d.status = 'draft'
        )
      ) is not true
      and e.status = $1
      and e.updated_at > $2
    limit $3
  ) as counted;

-- changes, upcoming, 2 of 4
select
  e.id,
  e.slug,
  e.conference_id,
  e.title,
  e.description,
  e.kind,
  e.status,
  e.starts_at,
  e.ends_at,
  e.all_day,
  e.timezone,
  e.venue_name,
  e.venue_address,
  e.venue_latitude,
  e.venue_longitude,
  e.image_url,
  e.url,
  e.organizer,
  e.tags,
  e.capacity,
  e.attendee_count,
  e.over_capacity_count,
  e.registration_mode,
  e.registration_closes_at,
  e.source,
  e.submitted_by,
  e.rejection_reason,
  e.version,
  e.created_at,
  e.updated_at,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status
from events as e
where
  (
    e.conference_id in (
      select d.id
      from conferences d
      where d.status = 'draft'
    )
  ) is not true
  and e.status = $1
  and e.ends_at > $2
  and e.updated_at > $3
order by
  e.starts_at asc,
  e.id asc
limit $4
offset $5;

-- changes, upcoming, 3 of 4
select gone_id as id
from gone_rows
where
  kind = $1
  and gone_at > $2
union
select e.id
from
  events as e
  left join conferences as c on c.id = e.conference_id
where
  e.updated_at > $3
  and is_public_event_status(e.status)
  and (
    c.id is null
    or c.published_at is not null
  )
union
select e.id
from events as e
where
  (
    e.conference_id in (
      select d.id
      from conferences d
      where d.status = 'draft'
    )
  ) is not true
  and e.status = $4
  and e.ends_at > $5
  and e.ends_at <= $6
except
select e.id
from events as e
where
  (
    e.conference_id in (
      select d.id
      from conferences d
      where d.status = 'draft'
    )
  ) is not true
  and e.status = $7
  and e.ends_at > $8
  and e.updated_at > $9;

-- changes, upcoming, 4 of 4
select count(*) as total
from
  (
    select 1
    from events as e
    where
      (
        e.conference_id in (
          select d.id
          from conferences d
          where d.status = 'draft'
        )
      ) is not true
      and e.status = $1
      and e.ends_at > $2
      and e.updated_at > $3
    limit $4
  ) as counted;

-- changes, of a conference, 2 of 4
select
  e.id,
  e.slug,
  e.conference_id,
  e.title,
  e.description,
  e.kind,
  e.status,
  e.starts_at,
  e.ends_at,
  e.all_day,
  e.timezone,
  e.venue_name,
  e.venue_address,
  e.venue_latitude,
  e.venue_longitude,
  e.image_url,
  e.url,
  e.organizer,
  e.tags,
  e.capacity,
  e.attendee_count,
  e.over_capacity_count,
  e.registration_mode,
  e.registration_closes_at,
  e.source,
  e.submitted_by,
  e.rejection_reason,
  e.version,
  e.created_at,
  e.updated_at,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status
from events as e
where
  (
    e.conference_id in (
      select d.id
      from conferences d
      where d.status = 'draft'
    )
  ) is not true
  and e.status = $1
  and e.conference_id = $2
  and e.updated_at > $3
order by
  e.starts_at asc,
  e.id asc
limit $4
offset $5;

-- changes, of a conference, 3 of 4
select gone_id as id
from gone_rows
where
  kind = $1
  and gone_at > $2
  and conference_id = $3
union
select e.id
from
  events as e
  left join conferences as c on c.id = e.conference_id
where
  e.updated_at > $4
  and is_public_event_status(e.status)
  and (
    c.id is null
    or c.published_at is not null
  )
  and e.conference_id = $5
except
select e.id
from events as e
where
  (
    e.conference_id in (
      select d.id
      from conferences d
      where d.status = 'draft'
    )
  ) is not true
  and e.status = $6
  and e.conference_id = $7
  and e.updated_at > $8;

-- changes, of a conference, 4 of 4
select count(*) as total
from
  (
    select 1
    from events as e
    where
      (
        e.conference_id in (
          select d.id
          from conferences d
          where d.status = 'draft'
        )
      ) is not true
      and e.status = $1
      and e.conference_id = $2
      and e.updated_at > $3
    limit $4
  ) as counted;
