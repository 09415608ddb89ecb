-- anonymous, 1 of 2
select count(*) as total
from
  (
    select 1
    from users as u
    where u.is_listed = $1
    limit $2
  ) as counted;

-- anonymous, 2 of 2
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
  null as connection_status
from users as u
where u.is_listed = $1
order by u.id desc
limit $2
offset $3;

-- every filter, 1 of 6
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

-- every filter, 2 of 6
with
  compared as materialized (
    (
      select
        l.user_id as key,
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
        listed_interests as l
        left join users as u on u.id = l.user_id
        left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
        and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
        and c.status <> 'withdrawn'
        and (
          c.requester_id = $5
          or c.recipient_id = $6
        )
      where
        not l.user_id = $7
        and l.interest = lower($8)
        and exists (
          select
          from conferences d
          where
            d.id = $9
            and d.status = 'draft'
        ) is not true
        and l.user_id in (
          select user_id
          from conference_people
          where conference_id = $10
        )
        and l.user_id <= (
          select max(user_id)
          from conference_people
          where conference_id = $11
        )
      order by l.user_id desc
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

-- every filter, 3 of 6
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

-- every filter, 4 of 6
set local enable_indexscan = on;

-- every filter, 5 of 6
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
  connection_status_for($2, c.requester_id, c.status) as connection_status
from
  listed_interests as l
  left join users as u on u.id = l.user_id
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  not l.user_id = $7
  and l.interest = lower($8)
  and exists (
    select
    from conferences d
    where
      d.id = $9
      and d.status = 'draft'
  ) is not true
  and l.user_id in (
    select user_id
    from conference_people
    where conference_id = $10
  )
  and l.user_id <= (
    select max(user_id)
    from conference_people
    where conference_id = $11
  )
  and l.user_id = any($12::bigint[])
order by l.user_id desc
limit $13;

-- every filter, 6 of 6
set local enable_indexscan = off;

-- after a cursor
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
  connection_status_for($2, c.requester_id, c.status) as connection_status
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  not u.id = $7
  and u.is_listed = $8
  and u.id < $9
order by u.id desc
limit $10;

-- people of a conference, 1 of 2
select count(*) as total
from
  (
    select 1
    from
      conference_people as p
      cross join lateral (
        select *
        from users
        where
          id = p.user_id
          and is_listed
        offset 0
      ) as u
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
    where
      not p.user_id = $5
      and exists (
        select
        from conferences d
        where
          d.id = $6
          and d.status = 'draft'
      ) is not true
      and p.conference_id = $7
    order by p.user_id desc
    limit $8
  ) as counted;

-- people of a conference, 2 of 2
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
  connection_status_for($2, c.requester_id, c.status) as connection_status
from
  conference_people as p
  cross join lateral (
    select *
    from users
    where
      id = p.user_id
      and is_listed
    offset 0
  ) as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  not p.user_id = $7
  and exists (
    select
    from conferences d
    where
      d.id = $8
      and d.status = 'draft'
  ) is not true
  and p.conference_id = $9
order by p.user_id desc
limit $10
offset $11;

-- people of a conference, after a cursor
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
  null as connection_status
from
  conference_people as p
  cross join lateral (
    select *
    from users
    where
      id = p.user_id
      and is_listed
    offset 0
  ) as u
where
  exists (
    select
    from conferences d
    where
      d.id = $1
      and d.status = 'draft'
  ) is not true
  and p.conference_id = $2
  and p.user_id < $3
order by p.user_id desc
limit $4;
