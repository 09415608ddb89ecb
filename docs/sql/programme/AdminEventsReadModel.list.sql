-- no filter, 1 of 2
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
order by
  e.starts_at desc,
  e.id desc
limit $1
offset $2;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    limit $1
  ) as counted;

-- by kind, 1 of 2
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where e.kind = $1
order by
  e.starts_at desc,
  e.id desc
limit $2
offset $3;

-- by kind, 2 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    where e.kind = $1
    limit $2
  ) as counted;

-- by tag, 1 of 2
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where folded(e.tags) @> array[lower($1)]
order by
  e.starts_at desc,
  e.id desc
limit $2
offset $3;

-- by tag, 2 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    where folded(e.tags) @> array[lower($1)]
    limit $2
  ) as counted;

-- by q, 1 of 8
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- by q, 2 of 8
with
  compared as materialized (
    (
      select
        e.id as key,
        exists (
          (
            select 1
            where
              (
                (
                  row_contains_word(e.search_text, $1)
                  and row_contains_word(e.search_text, $2)
                )
              )
          )
          offset 0
        ) as is_match
      from events as e
      order by
        e.starts_at desc,
        e.id desc
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

-- by q, 3 of 8
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- by q, 4 of 8
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
        (
          contains_word(e.search_text, $1)
          and contains_word(e.search_text, $2)
        )
      )
    limit $3
  ) as found;

-- by q, 5 of 8
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
          (
            contains_misspelled(e.search_text, $1)
            and contains_misspelled(e.search_text, $2)
          )
        )
        and e.id = any(
          array(
            (
              (
                select e.id as key
                from events as e
                where
                  (
                    (
                      contains_swapped(e.search_text, $3)
                      and contains_swapped(e.search_text, $4)
                    )
                  )
                limit $5
              )
              union all
              (
                select e.id as key
                from events as e
                where
                  (
                    (
                      contains_piece(e.search_text, $6)
                      and contains_piece(e.search_text, $7)
                    )
                  )
                limit $8
              )
            )
          )
        )
      limit $9
    )
  ) as found;

-- by q, 6 of 8
set local enable_indexscan = on;

-- by q, 7 of 8
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where e.id = any($1::bigint[])
order by
  e.starts_at desc,
  e.id desc
limit $2
offset $3;

-- by q, 8 of 8
set local enable_indexscan = off;

-- by from, 1 of 2
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where
  e.ends_at >= $1
  and (
    e.ends_at > $2
    or e.starts_at = $3
  )
order by
  e.starts_at desc,
  e.id desc
limit $4
offset $5;

-- by from, 2 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    where
      e.ends_at >= $1
      and (
        e.ends_at > $2
        or e.starts_at = $3
      )
    limit $4
  ) as counted;

-- by to, 1 of 2
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where e.starts_at < $1
order by
  e.starts_at desc,
  e.id desc
limit $2
offset $3;

-- by to, 2 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    where e.starts_at < $1
    limit $2
  ) as counted;

-- by upcoming, 1 of 2
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where e.ends_at > $1
order by
  e.starts_at desc,
  e.id desc
limit $2
offset $3;

-- by upcoming, 2 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    where e.ends_at > $1
    limit $2
  ) as counted;

-- by conference_id, 1 of 2
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where e.conference_id = $1
order by
  e.starts_at desc,
  e.id desc
limit $2
offset $3;

-- by conference_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    where e.conference_id = $1
    limit $2
  ) as counted;

-- by status, 1 of 2
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where e.status = $1
order by
  e.starts_at desc,
  e.id desc
limit $2
offset $3;

-- by status, 2 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    where e.status = $1
    limit $2
  ) as counted;

-- by source, 1 of 2
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where e.source = $1
order by
  e.starts_at desc,
  e.id desc
limit $2
offset $3;

-- by source, 2 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    where e.source = $1
    limit $2
  ) as counted;

-- by has_seats, 1 of 2
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where e.is_full = $1
order by
  e.starts_at desc,
  e.id desc
limit $2
offset $3;

-- by has_seats, 2 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    where e.is_full = $1
    limit $2
  ) as counted;

-- by submitted_by, 1 of 2
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where e.submitted_by = $1
order by
  e.starts_at desc,
  e.id desc
limit $2
offset $3;

-- by submitted_by, 2 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    where e.submitted_by = $1
    limit $2
  ) as counted;

-- every filter, 2 of 7
with
  compared as materialized (
    (
      select
        e.id as key,
        exists (
          (
            select 1
            where
              (
                (
                  row_contains_word(e.search_text, $1)
                  and row_contains_word(e.search_text, $2)
                )
              )
          )
          offset 0
        ) as is_match
      from events as e
      where
        e.conference_id = $3
        and e.kind = $4
        and folded(e.tags) @> array[lower($5)]
        and e.ends_at >= $6
        and (
          e.ends_at > $7
          or e.starts_at = $8
        )
        and e.starts_at < $9
        and e.ends_at > $10
        and e.status = $11
        and e.source = $12
        and e.is_full = $13
        and e.submitted_by = $14
      order by
        e.starts_at desc,
        e.id desc
      limit $15
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $16
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
        limit $17
        offset $18
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $19 then (
      select count(*)
      from compared
    ) < $20
    else false
  end as "isWhole";

-- every filter, 4 of 7
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
        e.conference_id = $1
        and e.kind = $2
        and folded(e.tags) @> array[lower($3)]
        and e.ends_at >= $4
        and (
          e.ends_at > $5
          or e.starts_at = $6
        )
        and e.starts_at < $7
        and e.ends_at > $8
        and (
          (
            contains_misspelled(e.search_text, $9)
            and contains_misspelled(e.search_text, $10)
          )
        )
        and e.status = $11
        and e.source = $12
        and e.is_full = $13
        and e.submitted_by = $14
        and e.id = any(
          array(
            (
              (
                select e.id as key
                from events as e
                where
                  e.conference_id = $15
                  and e.kind = $16
                  and folded(e.tags) @> array[lower($17)]
                  and e.ends_at >= $18
                  and (
                    e.ends_at > $19
                    or e.starts_at = $20
                  )
                  and e.starts_at < $21
                  and e.ends_at > $22
                  and (
                    (
                      contains_swapped(e.search_text, $23)
                      and contains_swapped(e.search_text, $24)
                    )
                  )
                  and e.status = $25
                  and e.source = $26
                  and e.is_full = $27
                  and e.submitted_by = $28
                limit $29
              )
              union all
              (
                select e.id as key
                from events as e
                where
                  e.conference_id = $30
                  and e.kind = $31
                  and folded(e.tags) @> array[lower($32)]
                  and e.ends_at >= $33
                  and (
                    e.ends_at > $34
                    or e.starts_at = $35
                  )
                  and e.starts_at < $36
                  and e.ends_at > $37
                  and (
                    (
                      contains_piece(e.search_text, $38)
                      and contains_piece(e.search_text, $39)
                    )
                  )
                  and e.status = $40
                  and e.source = $41
                  and e.is_full = $42
                  and e.submitted_by = $43
                limit $44
              )
            )
          )
        )
      limit $45
    )
  ) as found;

-- every filter, 6 of 7
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where
  e.conference_id = $1
  and e.kind = $2
  and folded(e.tags) @> array[lower($3)]
  and e.ends_at >= $4
  and (
    e.ends_at > $5
    or e.starts_at = $6
  )
  and e.starts_at < $7
  and e.ends_at > $8
  and e.status = $9
  and e.source = $10
  and e.is_full = $11
  and e.submitted_by = $12
  and e.id = any($13::bigint[])
order by
  e.starts_at desc,
  e.id desc
limit $14
offset $15;

-- by title, 1 of 2
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
order by
  lower(e.title) asc,
  e.id asc
limit $1
offset $2;

-- by creation, 1 of 2
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
order by
  e.created_at desc,
  e.id desc
limit $1
offset $2;

-- of a limited key, 1 of 2
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
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where e.conference_id = any($1::bigint[])
order by
  e.starts_at desc,
  e.id desc
limit $2
offset $3;

-- of a limited key, 2 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    where e.conference_id = any($1::bigint[])
    limit $2
  ) as counted;
