-- adminConferenceAttendees, no filter, 1 of 3
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.ticket_type,
  a.claimed_by,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  null::bigint as invitation_id,
  null::timestamptz as reopened_at,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where a.conference_id = $1
order by a.queue_number asc
limit $2;

-- adminConferenceAttendees, no filter, 2 of 3
select count(*) as total
from
  (
    select 1
    from
      conference_attendances as a
      inner join users as u on u.id = a.user_id
    where a.conference_id = $1
    limit $2
  ) as counted;

-- adminConferenceAttendees, no filter, 3 of 3
select
  queue_number,
  waitlist_position
from
  (
    select
      queue_number,
      row_number() over (
        order by queue_number
      ) as waitlist_position
    from
      (
        select a.queue_number
        from conference_attendances a
        where
          a.conference_id = $1
          and a.status = 'waitlisted'
        union all
        select i.queue_number
        from conference_invitations i
        where
          i.conference_id = $2
          and i.claimed_at is null
          and i.withdrawn_at is null
          and not i.has_seat
      ) queue
    where queue_number <= $3
  ) waitlist
where queue_number >= $4;

-- adminConferenceAttendees, by status, 1 of 2
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.ticket_type,
  a.claimed_by,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  null::bigint as invitation_id,
  null::timestamptz as reopened_at,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and a.status = $2
order by a.queue_number asc
limit $3;

-- adminConferenceAttendees, by q, 1 of 10
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- adminConferenceAttendees, by q, 2 of 10
with
  compared as materialized (
    (
      select
        a.queue_number as key,
        exists (
          (
            select 1
            where ((row_contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)))
          )
          offset 0
        ) as is_match
      from
        conference_attendances as a
        inner join users as u on u.id = a.user_id
      where a.conference_id = $2
      order by a.queue_number asc
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

-- adminConferenceAttendees, by q, 3 of 10
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- adminConferenceAttendees, by q, 8 of 10
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.ticket_type,
  a.claimed_by,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  null::bigint as invitation_id,
  null::timestamptz as reopened_at,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and a.queue_number = any($2::bigint[])
order by a.queue_number asc
limit $3;

-- adminConferenceAttendees, by is_blocked
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.ticket_type,
  a.claimed_by,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  null::bigint as invitation_id,
  null::timestamptz as reopened_at,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and u.is_blocked = $2
  and u.erased_at is null
order by a.queue_number asc
limit $3;

-- adminConferenceAttendees, by checked_in_from
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.ticket_type,
  a.claimed_by,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  null::bigint as invitation_id,
  null::timestamptz as reopened_at,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and coalesce(a.checked_in_at, '-infinity'::timestamptz) >= $2
order by a.queue_number asc
limit $3;

-- adminConferenceAttendees, by checked_in_to
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.ticket_type,
  a.claimed_by,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  null::bigint as invitation_id,
  null::timestamptz as reopened_at,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and coalesce(a.checked_in_at, '-infinity'::timestamptz) < $2
  and a.checked_in_at is not null
order by a.queue_number asc
limit $3;

-- adminConferenceAttendees, every filter, 2 of 7
with
  compared as materialized (
    (
      select
        a.queue_number as key,
        exists (
          (
            select 1
            where ((row_contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)))
          )
          offset 0
        ) as is_match
      from
        conference_attendances as a
        inner join users as u on u.id = a.user_id
      where
        a.conference_id = $2
        and a.status = $3
        and u.is_blocked = $4
        and u.erased_at is null
        and coalesce(a.checked_in_at, '-infinity'::timestamptz) >= $5
        and coalesce(a.checked_in_at, '-infinity'::timestamptz) < $6
        and a.checked_in_at is not null
      order by a.queue_number asc
      limit $7
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $8
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
        limit $9
        offset $10
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $11 then (
      select count(*)
      from compared
    ) < $12
    else false
  end as "isWhole";

-- adminConferenceAttendees, every filter, 4 of 7
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
      select a.queue_number as key
      from
        conference_attendances as a
        inner join users as u on u.id = a.user_id
      where
        a.conference_id = $1
        and a.status = $2
        and u.is_blocked = $3
        and u.erased_at is null
        and coalesce(a.checked_in_at, '-infinity'::timestamptz) >= $4
        and coalesce(a.checked_in_at, '-infinity'::timestamptz) < $5
        and a.checked_in_at is not null
        and ((contains_misspelled((u.search_text || ' @' || lower(coalesce(u.username, ''))), $6)))
        and a.queue_number = any(
          array(
            (
              (
                select a.queue_number as key
                from
                  conference_attendances as a
                  inner join users as u on u.id = a.user_id
                where
                  a.conference_id = $7
                  and a.status = $8
                  and u.is_blocked = $9
                  and u.erased_at is null
                  and coalesce(a.checked_in_at, '-infinity'::timestamptz) >= $10
                  and coalesce(a.checked_in_at, '-infinity'::timestamptz) < $11
                  and a.checked_in_at is not null
                  and ((contains_swapped((u.search_text || ' @' || lower(coalesce(u.username, ''))), $12)))
                limit $13
              )
              union all
              (
                select a.queue_number as key
                from
                  conference_attendances as a
                  inner join users as u on u.id = a.user_id
                where
                  a.conference_id = $14
                  and a.status = $15
                  and u.is_blocked = $16
                  and u.erased_at is null
                  and coalesce(a.checked_in_at, '-infinity'::timestamptz) >= $17
                  and coalesce(a.checked_in_at, '-infinity'::timestamptz) < $18
                  and a.checked_in_at is not null
                  and ((contains_piece((u.search_text || ' @' || lower(coalesce(u.username, ''))), $19)))
                limit $20
              )
            )
          )
        )
      limit $21
    )
  ) as found;

-- adminConferenceAttendees, every filter, 6 of 7
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.ticket_type,
  a.claimed_by,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  null::bigint as invitation_id,
  null::timestamptz as reopened_at,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and a.status = $2
  and u.is_blocked = $3
  and u.erased_at is null
  and coalesce(a.checked_in_at, '-infinity'::timestamptz) >= $4
  and coalesce(a.checked_in_at, '-infinity'::timestamptz) < $5
  and a.checked_in_at is not null
  and a.queue_number = any($6::bigint[])
order by a.queue_number asc
limit $7;

-- adminConferenceAttendees, by q, without contacts, 2 of 10
with
  compared as materialized (
    (
      select
        a.queue_number as key,
        exists (
          (
            select 1
            where ((row_contains_word(u.search_text, $1)))
          )
          offset 0
        ) as is_match
      from
        conference_attendances as a
        inner join users as u on u.id = a.user_id
      where a.conference_id = $2
      order by a.queue_number asc
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

-- adminConferenceAttendees, after a cursor, 1 of 2
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.ticket_type,
  a.claimed_by,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  null::bigint as invitation_id,
  null::timestamptz as reopened_at,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and (a.queue_number) < ($2)
order by a.queue_number desc
limit $3;

-- adminConferenceAttendees, by arrival, after a cursor, 1 of 2
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.ticket_type,
  a.claimed_by,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  null::bigint as invitation_id,
  null::timestamptz as reopened_at,
  json_build_array(coalesce(a.checked_in_at, '-infinity'::timestamptz), a.queue_number) as sort_place
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and (coalesce(a.checked_in_at, '-infinity'::timestamptz), a.queue_number) < ($2, $3)
order by
  coalesce(a.checked_in_at, '-infinity'::timestamptz) desc,
  a.queue_number desc
limit $4;

-- adminConferenceAttendees, by name, after a cursor
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.ticket_type,
  a.claimed_by,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  null::bigint as invitation_id,
  null::timestamptz as reopened_at,
  json_build_array(left(u.search_text, 200), u.id) as sort_place
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and (left(u.search_text, 200), u.id) > ($2, $3)
order by
  left(u.search_text, 200) asc,
  u.id asc
limit $4;

-- adminConferenceAttendees, by company, after a cursor
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.ticket_type,
  a.claimed_by,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  null::bigint as invitation_id,
  null::timestamptz as reopened_at,
  json_build_array(lower(coalesce(u.company, '')), u.id) as sort_place
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and (lower(coalesce(u.company, '')), u.id) < ($2, $3)
order by
  lower(coalesce(u.company, '')) desc,
  u.id desc
limit $4;

-- adminConferenceAttendees, by ticket type, 1 of 2
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.ticket_type,
  a.claimed_by,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  null::bigint as invitation_id,
  null::timestamptz as reopened_at,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and coalesce(a.ticket_type, '') = $2
order by a.queue_number asc
limit $3
offset $4;

-- adminConferenceAttendees, by ticket type, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      conference_attendances as a
      inner join users as u on u.id = a.user_id
    where
      a.conference_id = $1
      and coalesce(a.ticket_type, '') = $2
    limit $3
  ) as counted;

-- adminConferenceAttendees, claimed by username, 1 of 2
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.ticket_type,
  a.claimed_by,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  null::bigint as invitation_id,
  null::timestamptz as reopened_at,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and a.claimed_by = $2
order by a.queue_number asc
limit $3
offset $4;

-- adminConferenceAttendees, claimed by username, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      conference_attendances as a
      inner join users as u on u.id = a.user_id
    where
      a.conference_id = $1
      and a.claimed_by = $2
    limit $3
  ) as counted;

-- adminConferenceAttendees, in the order of ticket types, after a cursor
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.ticket_type,
  a.claimed_by,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  null::bigint as invitation_id,
  null::timestamptz as reopened_at,
  json_build_array(coalesce(a.ticket_type, ''), a.queue_number) as sort_place
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and (coalesce(a.ticket_type, ''), a.queue_number) < ($2, $3)
order by
  coalesce(a.ticket_type, '') desc,
  a.queue_number desc
limit $4;

-- adminConferenceAttendees, with invitations, 2 of 10
with
  compared as materialized (
    (
      select
        r.queue_number as key,
        exists (
          (
            select 1
            where
              (
                (((row_contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1))))
                or (((row_contains_word(i.search_text, $2))))
              )
          )
          offset 0
        ) as is_match
      from
        (
          select
            a.conference_id,
            a.queue_number,
            a.user_id,
            null::bigint as invitation_id,
            true as is_listed
          from conference_attendances as a
          union all
          select
            i.conference_id,
            i.queue_number,
            null::bigint as user_id,
            i.id as invitation_id,
            i.claimed_at is null
            and i.withdrawn_at is null as is_listed
          from conference_invitations as i
        ) as r
        left join conference_attendances as a on a.user_id = r.user_id
        and a.conference_id = $3
        left join users as u on u.id = r.user_id
        left join conference_invitations as i on i.id = r.invitation_id
      where
        r.conference_id = $4
        and r.is_listed
      order by r.queue_number asc
      limit $5
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $6
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
        limit $7
        offset $8
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $9 then (
      select count(*)
      from compared
    ) < $10
    else false
  end as "isWhole";

-- adminConferenceAttendees, with invitations, 4 of 10
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

set local enable_sort = off;

-- adminConferenceAttendees, with invitations, 5 of 10
with
  compared as materialized (
    (
      select *
      from
        (
          (
            select
              r.queue_number as key,
              true as is_match
            from
              conference_attendances as r
              inner join users as u on u.id = r.user_id
            where
              r.conference_id = $1
              and ((row_contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $2)))
            order by r.queue_number asc
            limit $3
          )
          union all
          (
            select
              r.queue_number as key,
              true as is_match
            from conference_invitations as r
            where
              r.conference_id = $4
              and r.claimed_at is null
              and r.withdrawn_at is null
              and ((row_contains_word(r.search_text, $5)))
            order by r.queue_number asc
            limit $6
          )
        ) as found
      order by key asc
      limit $7
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $8
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
        limit $9
        offset $10
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $11 then (
      select count(*)
      from compared
    ) < $12
    else false
  end as "isWhole";

-- adminConferenceAttendees, with invitations, 6 of 10
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

set local enable_sort = on;

-- adminConferenceAttendees, with invitations, 8 of 10
select
  coalesce(u.messenger_id, i.messenger_id) as messenger_id,
  coalesce(u.first_name, i.first_name) as first_name,
  coalesce(u.last_name, i.last_name) as last_name,
  coalesce(u.username, i.username) as username,
  coalesce(u.company, i.company) as company,
  coalesce(u.job_title, i.job_title) as job_title,
  r.user_id,
  r.invitation_id,
  u.is_blocked,
  a.registered_at,
  r.queue_number,
  a.claimed_by,
  a.version,
  a.desk_note,
  i.reopened_at,
  i.ticket_code_end,
  i.is_walk_in,
  i.email_encrypted,
  i.email_hash is not null as has_email,
  coalesce(a.checked_in_at, i.checked_in_at) as checked_in_at,
  coalesce(
    a.status,
    case
      when i.withdrawn_at is null then 'invited'
      else 'withdrawn'
    end
  ) as status,
  coalesce(a.ticket_type, i.ticket_type) as ticket_type,
  coalesce(
    a.status = 'waitlisted',
    i.claimed_at is null
    and i.withdrawn_at is null
    and not i.has_seat
  ) as waits,
  json_build_array(r.queue_number, r.queue_number) as sort_place
from
  (
    select
      a.conference_id,
      a.queue_number,
      a.user_id,
      null::bigint as invitation_id,
      true as is_listed
    from conference_attendances as a
    union all
    select
      i.conference_id,
      i.queue_number,
      null::bigint as user_id,
      i.id as invitation_id,
      i.claimed_at is null
      and i.withdrawn_at is null as is_listed
    from conference_invitations as i
  ) as r
  left join conference_attendances as a on a.user_id = r.user_id
  and a.conference_id = $1
  left join users as u on u.id = r.user_id
  left join conference_invitations as i on i.id = r.invitation_id
where
  r.conference_id = $2
  and r.is_listed
  and r.queue_number = any($3::bigint[])
order by r.queue_number asc
limit $4;

-- adminConferenceAttendees, with invitations, without contacts, 2 of 10
with
  compared as materialized (
    (
      select
        r.queue_number as key,
        exists (
          (
            select 1
            where
              (
                (((row_contains_word(u.search_text, $1))))
                or (((row_contains_word(left(i.search_text, -2 - length(coalesce(i.username, ''))), $2))))
              )
          )
          offset 0
        ) as is_match
      from
        (
          select
            a.conference_id,
            a.queue_number,
            a.user_id,
            null::bigint as invitation_id,
            true as is_listed
          from conference_attendances as a
          union all
          select
            i.conference_id,
            i.queue_number,
            null::bigint as user_id,
            i.id as invitation_id,
            i.claimed_at is null
            and i.withdrawn_at is null as is_listed
          from conference_invitations as i
        ) as r
        left join conference_attendances as a on a.user_id = r.user_id
        and a.conference_id = $3
        left join users as u on u.id = r.user_id
        left join conference_invitations as i on i.id = r.invitation_id
      where
        r.conference_id = $4
        and r.is_listed
      order by r.queue_number asc
      limit $5
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $6
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
        limit $7
        offset $8
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $9 then (
      select count(*)
      from compared
    ) < $10
    else false
  end as "isWhole";

-- adminConferenceAttendees, with invitations, without contacts, 5 of 10
with
  compared as materialized (
    (
      select *
      from
        (
          (
            select
              r.queue_number as key,
              true as is_match
            from
              conference_attendances as r
              inner join users as u on u.id = r.user_id
            where
              r.conference_id = $1
              and ((row_contains_word(u.search_text, $2)))
            order by r.queue_number asc
            limit $3
          )
          union all
          (
            select
              r.queue_number as key,
              true as is_match
            from conference_invitations as r
            where
              r.conference_id = $4
              and r.claimed_at is null
              and r.withdrawn_at is null
              and ((row_contains_word(left(r.search_text, -2 - length(coalesce(r.username, ''))), $5)))
            order by r.queue_number asc
            limit $6
          )
        ) as found
      order by key asc
      limit $7
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $8
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
        limit $9
        offset $10
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $11 then (
      select count(*)
      from compared
    ) < $12
    else false
  end as "isWhole";

-- adminConferenceAttendees, invitations after a cursor
select
  coalesce(u.messenger_id, i.messenger_id) as messenger_id,
  coalesce(u.first_name, i.first_name) as first_name,
  coalesce(u.last_name, i.last_name) as last_name,
  coalesce(u.username, i.username) as username,
  coalesce(u.company, i.company) as company,
  coalesce(u.job_title, i.job_title) as job_title,
  r.user_id,
  r.invitation_id,
  u.is_blocked,
  a.registered_at,
  r.queue_number,
  a.claimed_by,
  a.version,
  a.desk_note,
  i.reopened_at,
  i.ticket_code_end,
  i.is_walk_in,
  i.email_encrypted,
  i.email_hash is not null as has_email,
  coalesce(a.checked_in_at, i.checked_in_at) as checked_in_at,
  coalesce(
    a.status,
    case
      when i.withdrawn_at is null then 'invited'
      else 'withdrawn'
    end
  ) as status,
  coalesce(a.ticket_type, i.ticket_type) as ticket_type,
  coalesce(
    a.status = 'waitlisted',
    i.claimed_at is null
    and i.withdrawn_at is null
    and not i.has_seat
  ) as waits,
  json_build_array(r.queue_number, r.queue_number) as sort_place
from
  (
    select
      i.conference_id,
      i.queue_number,
      null::bigint as user_id,
      i.id as invitation_id,
      i.claimed_at is null
      and i.withdrawn_at is null as is_listed
    from conference_invitations as i
  ) as r
  left join conference_attendances as a on a.user_id = r.user_id
  and a.conference_id = $1
  left join users as u on u.id = r.user_id
  left join conference_invitations as i on i.id = r.invitation_id
where
  r.conference_id = $2
  and r.is_listed
  and (r.queue_number) < ($3)
order by r.queue_number desc
limit $4;

-- adminConferenceAttendees, withdrawn invitations
select
  coalesce(u.messenger_id, i.messenger_id) as messenger_id,
  coalesce(u.first_name, i.first_name) as first_name,
  coalesce(u.last_name, i.last_name) as last_name,
  coalesce(u.username, i.username) as username,
  coalesce(u.company, i.company) as company,
  coalesce(u.job_title, i.job_title) as job_title,
  r.user_id,
  r.invitation_id,
  u.is_blocked,
  a.registered_at,
  r.queue_number,
  a.claimed_by,
  a.version,
  a.desk_note,
  i.reopened_at,
  i.ticket_code_end,
  i.is_walk_in,
  i.email_encrypted,
  i.email_hash is not null as has_email,
  coalesce(a.checked_in_at, i.checked_in_at) as checked_in_at,
  coalesce(
    a.status,
    case
      when i.withdrawn_at is null then 'invited'
      else 'withdrawn'
    end
  ) as status,
  coalesce(a.ticket_type, i.ticket_type) as ticket_type,
  coalesce(
    a.status = 'waitlisted',
    i.claimed_at is null
    and i.withdrawn_at is null
    and not i.has_seat
  ) as waits,
  json_build_array(r.queue_number, r.queue_number) as sort_place
from
  (
    select
      i.conference_id,
      i.queue_number,
      null::bigint as user_id,
      i.id as invitation_id,
      i.withdrawn_at is not null
      and i.erased_key_hashes = '{}' as is_listed
    from conference_invitations as i
  ) as r
  left join conference_attendances as a on a.user_id = r.user_id
  and a.conference_id = $1
  left join users as u on u.id = r.user_id
  left join conference_invitations as i on i.id = r.invitation_id
where
  r.conference_id = $2
  and r.is_listed
order by r.queue_number asc
limit $3;

-- adminEventAttendees, no filter, 1 of 3
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  event_attendances as a
  inner join users as u on u.id = a.user_id
where a.event_id = $1
order by a.queue_number asc
limit $2;

-- adminEventAttendees, no filter, 2 of 3
select count(*) as total
from
  (
    select 1
    from
      event_attendances as a
      inner join users as u on u.id = a.user_id
    where a.event_id = $1
    limit $2
  ) as counted;

-- adminEventAttendees, no filter, 3 of 3
select
  queue_number,
  waitlist_position
from
  (
    select
      queue_number,
      row_number() over (
        order by queue_number
      ) as waitlist_position
    from
      (
        select a.queue_number
        from event_attendances a
        where
          a.event_id = $1
          and a.status = 'waitlisted'
      ) queue
    where queue_number <= $2
  ) waitlist
where queue_number >= $3;

-- adminEventAttendees, by status, 1 of 2
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  event_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.event_id = $1
  and a.status = $2
order by a.queue_number asc
limit $3;

-- adminEventAttendees, by q, 2 of 10
with
  compared as materialized (
    (
      select
        a.queue_number as key,
        exists (
          (
            select 1
            where ((row_contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)))
          )
          offset 0
        ) as is_match
      from
        event_attendances as a
        inner join users as u on u.id = a.user_id
      where a.event_id = $2
      order by a.queue_number asc
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

-- adminEventAttendees, by q, 8 of 10
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  event_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.event_id = $1
  and a.queue_number = any($2::bigint[])
order by a.queue_number asc
limit $3;

-- adminEventAttendees, by is_blocked
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  event_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.event_id = $1
  and u.is_blocked = $2
  and u.erased_at is null
order by a.queue_number asc
limit $3;

-- adminEventAttendees, by checked_in_from
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  event_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.event_id = $1
  and coalesce(a.checked_in_at, '-infinity'::timestamptz) >= $2
order by a.queue_number asc
limit $3;

-- adminEventAttendees, by checked_in_to
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  event_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.event_id = $1
  and coalesce(a.checked_in_at, '-infinity'::timestamptz) < $2
  and a.checked_in_at is not null
order by a.queue_number asc
limit $3;

-- adminEventAttendees, every filter, 2 of 7
with
  compared as materialized (
    (
      select
        a.queue_number as key,
        exists (
          (
            select 1
            where ((row_contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)))
          )
          offset 0
        ) as is_match
      from
        event_attendances as a
        inner join users as u on u.id = a.user_id
      where
        a.event_id = $2
        and a.status = $3
        and u.is_blocked = $4
        and u.erased_at is null
        and coalesce(a.checked_in_at, '-infinity'::timestamptz) >= $5
        and coalesce(a.checked_in_at, '-infinity'::timestamptz) < $6
        and a.checked_in_at is not null
      order by a.queue_number asc
      limit $7
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $8
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
        limit $9
        offset $10
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $11 then (
      select count(*)
      from compared
    ) < $12
    else false
  end as "isWhole";

-- adminEventAttendees, every filter, 4 of 7
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
      select a.queue_number as key
      from
        event_attendances as a
        inner join users as u on u.id = a.user_id
      where
        a.event_id = $1
        and a.status = $2
        and u.is_blocked = $3
        and u.erased_at is null
        and coalesce(a.checked_in_at, '-infinity'::timestamptz) >= $4
        and coalesce(a.checked_in_at, '-infinity'::timestamptz) < $5
        and a.checked_in_at is not null
        and ((contains_misspelled((u.search_text || ' @' || lower(coalesce(u.username, ''))), $6)))
        and a.queue_number = any(
          array(
            (
              (
                select a.queue_number as key
                from
                  event_attendances as a
                  inner join users as u on u.id = a.user_id
                where
                  a.event_id = $7
                  and a.status = $8
                  and u.is_blocked = $9
                  and u.erased_at is null
                  and coalesce(a.checked_in_at, '-infinity'::timestamptz) >= $10
                  and coalesce(a.checked_in_at, '-infinity'::timestamptz) < $11
                  and a.checked_in_at is not null
                  and ((contains_swapped((u.search_text || ' @' || lower(coalesce(u.username, ''))), $12)))
                limit $13
              )
              union all
              (
                select a.queue_number as key
                from
                  event_attendances as a
                  inner join users as u on u.id = a.user_id
                where
                  a.event_id = $14
                  and a.status = $15
                  and u.is_blocked = $16
                  and u.erased_at is null
                  and coalesce(a.checked_in_at, '-infinity'::timestamptz) >= $17
                  and coalesce(a.checked_in_at, '-infinity'::timestamptz) < $18
                  and a.checked_in_at is not null
                  and ((contains_piece((u.search_text || ' @' || lower(coalesce(u.username, ''))), $19)))
                limit $20
              )
            )
          )
        )
      limit $21
    )
  ) as found;

-- adminEventAttendees, every filter, 6 of 7
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  event_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.event_id = $1
  and a.status = $2
  and u.is_blocked = $3
  and u.erased_at is null
  and coalesce(a.checked_in_at, '-infinity'::timestamptz) >= $4
  and coalesce(a.checked_in_at, '-infinity'::timestamptz) < $5
  and a.checked_in_at is not null
  and a.queue_number = any($6::bigint[])
order by a.queue_number asc
limit $7;

-- adminEventAttendees, by q, without contacts, 2 of 10
with
  compared as materialized (
    (
      select
        a.queue_number as key,
        exists (
          (
            select 1
            where ((row_contains_word(u.search_text, $1)))
          )
          offset 0
        ) as is_match
      from
        event_attendances as a
        inner join users as u on u.id = a.user_id
      where a.event_id = $2
      order by a.queue_number asc
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

-- adminEventAttendees, after a cursor, 1 of 2
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  json_build_array(a.queue_number, a.queue_number) as sort_place
from
  event_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.event_id = $1
  and (a.queue_number) < ($2)
order by a.queue_number desc
limit $3;

-- adminEventAttendees, by arrival, after a cursor, 1 of 2
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  json_build_array(coalesce(a.checked_in_at, '-infinity'::timestamptz), a.queue_number) as sort_place
from
  event_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.event_id = $1
  and (coalesce(a.checked_in_at, '-infinity'::timestamptz), a.queue_number) < ($2, $3)
order by
  coalesce(a.checked_in_at, '-infinity'::timestamptz) desc,
  a.queue_number desc
limit $4;

-- adminEventAttendees, by name, after a cursor
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  json_build_array(left(u.search_text, 200), u.id) as sort_place
from
  event_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.event_id = $1
  and (left(u.search_text, 200), u.id) > ($2, $3)
order by
  left(u.search_text, 200) asc,
  u.id asc
limit $4;

-- adminEventAttendees, by company, after a cursor
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  json_build_array(lower(coalesce(u.company, '')), u.id) as sort_place
from
  event_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.event_id = $1
  and (lower(coalesce(u.company, '')), u.id) < ($2, $3)
order by
  lower(coalesce(u.company, '')) desc,
  u.id desc
limit $4;
