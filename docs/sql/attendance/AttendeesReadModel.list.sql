-- conferenceAttendees, anonymous, 1 of 2
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  false as contact_visible,
  null as connection_status,
  a.queue_number
from
  conference_attendances as a
  left join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and holds_seat(a.status)
  and u.is_listed = $2
order by a.queue_number desc
limit $3
offset $4;

-- conferenceAttendees, anonymous, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      conference_attendances as a
      left join users as u on u.id = a.user_id
    where
      a.conference_id = $1
      and holds_seat(a.status)
      and u.is_listed = $2
    limit $3
  ) as counted;

-- conferenceAttendees, no filter, 1 of 2
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  a.queue_number
from
  conference_attendances as a
  left join users as u on u.id = a.user_id
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  a.conference_id = $7
  and holds_seat(a.status)
  and u.is_listed = $8
order by a.queue_number desc
limit $9
offset $10;

-- conferenceAttendees, no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      conference_attendances as a
      left join users as u on u.id = a.user_id
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
    where
      a.conference_id = $5
      and holds_seat(a.status)
      and u.is_listed = $6
    limit $7
  ) as counted;

-- conferenceAttendees, by q, 1 of 9
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- conferenceAttendees, by q, 2 of 9
with
  compared as materialized (
    (
      select
        a.queue_number as key,
        exists (
          (
            select 1
            where
              (
                (
                  row_contains_word(u.search_text, $1)
                  and row_contains_word(u.search_text, $2)
                )
              )
          )
          offset 0
        ) as is_match
      from
        conference_attendances as a
        left join users as u on u.id = a.user_id
        left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
        and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
        and c.status <> 'withdrawn'
        and (
          c.requester_id = $5
          or c.recipient_id = $6
        )
      where
        a.conference_id = $7
        and holds_seat(a.status)
        and u.is_listed = $8
      order by a.queue_number desc
      limit $9
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $10
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
        limit $11
        offset $12
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $13 then (
      select count(*)
      from compared
    ) < $14
    else false
  end as "isWhole";

-- conferenceAttendees, by q, 3 of 9
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- conferenceAttendees, by q, 8 of 9
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  a.queue_number
from
  conference_attendances as a
  left join users as u on u.id = a.user_id
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  a.conference_id = $7
  and holds_seat(a.status)
  and u.is_listed = $8
  and a.queue_number = any($9::bigint[])
order by a.queue_number desc
limit $10;

-- conferenceAttendees, by interest, 1 of 2
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  a.queue_number
from
  conference_attendances as a
  left join users as u on u.id = a.user_id
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  a.conference_id = $7
  and holds_seat(a.status)
  and a.user_id in (
    select user_id
    from listed_interests
    where interest = lower($8)
  )
order by a.queue_number desc
limit $9
offset $10;

-- conferenceAttendees, by interest, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      conference_attendances as a
      left join users as u on u.id = a.user_id
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
    where
      a.conference_id = $5
      and holds_seat(a.status)
      and a.user_id in (
        select user_id
        from listed_interests
        where interest = lower($6)
      )
    limit $7
  ) as counted;

-- conferenceAttendees, every filter, 2 of 7
with
  compared as materialized (
    (
      select
        a.queue_number as key,
        exists (
          (
            select 1
            where
              (
                (
                  row_contains_word(u.search_text, $1)
                  and row_contains_word(u.search_text, $2)
                )
              )
          )
          offset 0
        ) as is_match
      from
        conference_attendances as a
        left join users as u on u.id = a.user_id
        left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
        and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
        and c.status <> 'withdrawn'
        and (
          c.requester_id = $5
          or c.recipient_id = $6
        )
      where
        a.conference_id = $7
        and holds_seat(a.status)
        and a.user_id in (
          select user_id
          from listed_interests
          where interest = lower($8)
        )
      order by a.queue_number desc
      limit $9
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $10
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
        limit $11
        offset $12
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $13 then (
      select count(*)
      from compared
    ) < $14
    else false
  end as "isWhole";

-- conferenceAttendees, every filter, 4 of 7
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
        left join users as u on u.id = a.user_id
        left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
        and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
        and c.status <> 'withdrawn'
        and (
          c.requester_id = $3
          or c.recipient_id = $4
        )
      where
        a.conference_id = $5
        and holds_seat(a.status)
        and (
          (
            contains_misspelled(u.search_text, $6)
            and contains_misspelled(u.search_text, $7)
          )
        )
        and a.user_id in (
          select user_id
          from listed_interests
          where interest = lower($8)
        )
        and u.is_listed = $9
        and a.queue_number = any(
          array(
            (
              (
                select a.queue_number as key
                from
                  conference_attendances as a
                  left join users as u on u.id = a.user_id
                  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $10::bigint)
                  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $11::bigint)
                  and c.status <> 'withdrawn'
                  and (
                    c.requester_id = $12
                    or c.recipient_id = $13
                  )
                where
                  a.conference_id = $14
                  and holds_seat(a.status)
                  and (
                    (
                      contains_swapped(u.search_text, $15)
                      and contains_swapped(u.search_text, $16)
                    )
                  )
                  and a.user_id in (
                    select user_id
                    from listed_interests
                    where interest = lower($17)
                  )
                  and u.is_listed = $18
                limit $19
              )
              union all
              (
                select a.queue_number as key
                from
                  conference_attendances as a
                  left join users as u on u.id = a.user_id
                  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $20::bigint)
                  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $21::bigint)
                  and c.status <> 'withdrawn'
                  and (
                    c.requester_id = $22
                    or c.recipient_id = $23
                  )
                where
                  a.conference_id = $24
                  and holds_seat(a.status)
                  and (
                    (
                      contains_piece(u.search_text, $25)
                      and contains_piece(u.search_text, $26)
                    )
                  )
                  and a.user_id in (
                    select user_id
                    from listed_interests
                    where interest = lower($27)
                  )
                  and u.is_listed = $28
                limit $29
              )
            )
          )
        )
      limit $30
    )
  ) as found;

-- conferenceAttendees, every filter, 6 of 7
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  a.queue_number
from
  conference_attendances as a
  left join users as u on u.id = a.user_id
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  a.conference_id = $7
  and holds_seat(a.status)
  and a.user_id in (
    select user_id
    from listed_interests
    where interest = lower($8)
  )
  and a.queue_number = any($9::bigint[])
order by a.queue_number desc
limit $10
offset $11;

-- conferenceAttendees, after a cursor
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  a.queue_number
from
  conference_attendances as a
  left join users as u on u.id = a.user_id
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  a.conference_id = $7
  and holds_seat(a.status)
  and u.is_listed = $8
  and a.queue_number < $9
order by a.queue_number desc
limit $10;

-- eventAttendees, anonymous, 1 of 2
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  false as contact_visible,
  null as connection_status,
  a.queue_number
from
  event_attendances as a
  left join users as u on u.id = a.user_id
where
  a.event_id = $1
  and holds_seat(a.status)
  and u.is_listed = $2
order by a.queue_number desc
limit $3
offset $4;

-- eventAttendees, anonymous, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      event_attendances as a
      left join users as u on u.id = a.user_id
    where
      a.event_id = $1
      and holds_seat(a.status)
      and u.is_listed = $2
    limit $3
  ) as counted;

-- eventAttendees, no filter, 1 of 2
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  a.queue_number
from
  event_attendances as a
  left join users as u on u.id = a.user_id
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  a.event_id = $7
  and holds_seat(a.status)
  and u.is_listed = $8
order by a.queue_number desc
limit $9
offset $10;

-- eventAttendees, no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      event_attendances as a
      left join users as u on u.id = a.user_id
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
    where
      a.event_id = $5
      and holds_seat(a.status)
      and u.is_listed = $6
    limit $7
  ) as counted;

-- eventAttendees, by q, 2 of 9
with
  compared as materialized (
    (
      select
        a.queue_number as key,
        exists (
          (
            select 1
            where
              (
                (
                  row_contains_word(u.search_text, $1)
                  and row_contains_word(u.search_text, $2)
                )
              )
          )
          offset 0
        ) as is_match
      from
        event_attendances as a
        left join users as u on u.id = a.user_id
        left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
        and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
        and c.status <> 'withdrawn'
        and (
          c.requester_id = $5
          or c.recipient_id = $6
        )
      where
        a.event_id = $7
        and holds_seat(a.status)
        and u.is_listed = $8
      order by a.queue_number desc
      limit $9
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $10
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
        limit $11
        offset $12
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $13 then (
      select count(*)
      from compared
    ) < $14
    else false
  end as "isWhole";

-- eventAttendees, by q, 8 of 9
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  a.queue_number
from
  event_attendances as a
  left join users as u on u.id = a.user_id
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  a.event_id = $7
  and holds_seat(a.status)
  and u.is_listed = $8
  and a.queue_number = any($9::bigint[])
order by a.queue_number desc
limit $10;

-- eventAttendees, by interest, 1 of 2
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  a.queue_number
from
  event_attendances as a
  left join users as u on u.id = a.user_id
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  a.event_id = $7
  and holds_seat(a.status)
  and a.user_id in (
    select user_id
    from listed_interests
    where interest = lower($8)
  )
order by a.queue_number desc
limit $9
offset $10;

-- eventAttendees, by interest, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      event_attendances as a
      left join users as u on u.id = a.user_id
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
    where
      a.event_id = $5
      and holds_seat(a.status)
      and a.user_id in (
        select user_id
        from listed_interests
        where interest = lower($6)
      )
    limit $7
  ) as counted;

-- eventAttendees, every filter, 2 of 7
with
  compared as materialized (
    (
      select
        a.queue_number as key,
        exists (
          (
            select 1
            where
              (
                (
                  row_contains_word(u.search_text, $1)
                  and row_contains_word(u.search_text, $2)
                )
              )
          )
          offset 0
        ) as is_match
      from
        event_attendances as a
        left join users as u on u.id = a.user_id
        left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
        and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
        and c.status <> 'withdrawn'
        and (
          c.requester_id = $5
          or c.recipient_id = $6
        )
      where
        a.event_id = $7
        and holds_seat(a.status)
        and a.user_id in (
          select user_id
          from listed_interests
          where interest = lower($8)
        )
      order by a.queue_number desc
      limit $9
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $10
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
        limit $11
        offset $12
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $13 then (
      select count(*)
      from compared
    ) < $14
    else false
  end as "isWhole";

-- eventAttendees, every filter, 4 of 7
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
        left join users as u on u.id = a.user_id
        left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
        and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
        and c.status <> 'withdrawn'
        and (
          c.requester_id = $3
          or c.recipient_id = $4
        )
      where
        a.event_id = $5
        and holds_seat(a.status)
        and (
          (
            contains_misspelled(u.search_text, $6)
            and contains_misspelled(u.search_text, $7)
          )
        )
        and a.user_id in (
          select user_id
          from listed_interests
          where interest = lower($8)
        )
        and u.is_listed = $9
        and a.queue_number = any(
          array(
            (
              (
                select a.queue_number as key
                from
                  event_attendances as a
                  left join users as u on u.id = a.user_id
                  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $10::bigint)
                  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $11::bigint)
                  and c.status <> 'withdrawn'
                  and (
                    c.requester_id = $12
                    or c.recipient_id = $13
                  )
                where
                  a.event_id = $14
                  and holds_seat(a.status)
                  and (
                    (
                      contains_swapped(u.search_text, $15)
                      and contains_swapped(u.search_text, $16)
                    )
                  )
                  and a.user_id in (
                    select user_id
                    from listed_interests
                    where interest = lower($17)
                  )
                  and u.is_listed = $18
                limit $19
              )
              union all
              (
                select a.queue_number as key
                from
                  event_attendances as a
                  left join users as u on u.id = a.user_id
                  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $20::bigint)
                  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $21::bigint)
                  and c.status <> 'withdrawn'
                  and (
                    c.requester_id = $22
                    or c.recipient_id = $23
                  )
                where
                  a.event_id = $24
                  and holds_seat(a.status)
                  and (
                    (
                      contains_piece(u.search_text, $25)
                      and contains_piece(u.search_text, $26)
                    )
                  )
                  and a.user_id in (
                    select user_id
                    from listed_interests
                    where interest = lower($27)
                  )
                  and u.is_listed = $28
                limit $29
              )
            )
          )
        )
      limit $30
    )
  ) as found;

-- eventAttendees, every filter, 6 of 7
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  a.queue_number
from
  event_attendances as a
  left join users as u on u.id = a.user_id
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  a.event_id = $7
  and holds_seat(a.status)
  and a.user_id in (
    select user_id
    from listed_interests
    where interest = lower($8)
  )
  and a.queue_number = any($9::bigint[])
order by a.queue_number desc
limit $10
offset $11;

-- eventAttendees, after a cursor
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  a.queue_number
from
  event_attendances as a
  left join users as u on u.id = a.user_id
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  a.event_id = $7
  and holds_seat(a.status)
  and u.is_listed = $8
  and a.queue_number < $9
order by a.queue_number desc
limit $10;
