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

-- no filter, 1 of 2
select count(*) as total
from
  (
    select 1
    from
      users as u
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
    where
      not u.id = $5
      and u.is_listed = $6
    limit $7
  ) as counted;

-- no filter, 2 of 2
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
order by u.id desc
limit $9
offset $10;

-- by q, 1 of 4
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
    select u.id as key
    from
      users as u
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
    where
      not u.id = $5
      and (
        (
          contains_word(u.search_text, $6)
          and contains_word(u.search_text, $7)
        )
      )
      and u.is_listed = $8
    limit $9
  ) as found;

-- by q, 2 of 4
set local enable_indexscan = on;

-- by q, 3 of 4
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
  and u.id = any($9::bigint[])
order by u.id desc
limit $10
offset $11;

-- by q, 4 of 4
set local enable_indexscan = off;

-- by interest, 1 of 2
select count(*) as total
from
  (
    select 1
    from
      users as u
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
    where
      not u.id = $5
      and folded(u.interests) @> array[lower($6)]
      and u.is_listed = $7
    limit $8
  ) as counted;

-- by interest, 2 of 2
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
  and folded(u.interests) @> array[lower($8)]
  and u.is_listed = $9
order by u.id desc
limit $10
offset $11;

-- by conference_id, 1 of 2
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
      not u.id = $5
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

-- by conference_id, 2 of 2
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
  not u.id = $7
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

-- every filter, 1 of 4
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
    select u.id as key
    from
      users as u
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
    where
      not u.id = $5
      and (
        (
          contains_word(u.search_text, $6)
          and contains_word(u.search_text, $7)
        )
      )
      and folded(u.interests) @> array[lower($8)]
      and exists (
        select
        from conferences d
        where
          d.id = $9
          and d.status = 'draft'
      ) is not true
      and u.is_listed = $10
      and exists (
        select
        from conference_people p
        where
          p.conference_id = $11
          and p.user_id = u.id
        offset 0
      )
    limit $12
  ) as found;

-- every filter, 3 of 4
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
  and folded(u.interests) @> array[lower($8)]
  and exists (
    select
    from conferences d
    where
      d.id = $9
      and d.status = 'draft'
  ) is not true
  and u.is_listed = $10
  and u.id in (
    select user_id
    from conference_people
    where conference_id = $11
  )
  and u.id <= (
    select max(user_id)
    from conference_people
    where conference_id = $12
  )
  and u.id = any($13::bigint[])
order by u.id desc
limit $14
offset $15;

-- by a word, 1 of 5
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
    select distinct
      key
    from
      (
        (
          select u.id as key
          from
            users as u
            left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
            and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
            and c.status <> 'withdrawn'
            and (
              c.requester_id = $3
              or c.recipient_id = $4
            )
          where
            not u.id = $5
            and ((contains_word(u.search_text, $6)))
            and u.is_listed = $7
          limit $8
        )
        union all
        (
          select u.id as key
          from
            users as u
            left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $9::bigint)
            and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $10::bigint)
            and c.status <> 'withdrawn'
            and (
              c.requester_id = $11
              or c.recipient_id = $12
            )
          where
            not u.id = $13
            and (
              u.contact_visibility = 'everyone'
              and '@' || lower(u.username) like search_pattern($14)
            )
            and u.is_listed = $15
          limit $16
        )
        union all
        (
          select u.id as key
          from
            users as u
            left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $17::bigint)
            and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $18::bigint)
            and c.status <> 'withdrawn'
            and (
              c.requester_id = $19
              or c.recipient_id = $20
            )
          where
            not u.id = $21
            and (
              u.id in (
                select $22::bigint
                union all
                select requester_id
                from connections
                where
                  recipient_id = $23
                  and status = 'accepted'
                union all
                select recipient_id
                from connections
                where
                  requester_id = $24
                  and status = 'accepted'
              )
              and '@' || lower(u.username) like search_pattern($25)
            )
            and u.is_listed = $26
          limit $27
        )
      ) as found_by
  ) as found;

-- by a word, 2 of 5
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
      select u.id as key
      from
        users as u
        left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
        and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
        and c.status <> 'withdrawn'
        and (
          c.requester_id = $3
          or c.recipient_id = $4
        )
      where
        not u.id = $5
        and ((contains_misspelled(u.search_text, $6)))
        and u.is_listed = $7
        and u.id = any(
          array(
            (
              (
                select u.id as key
                from
                  users as u
                  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $8::bigint)
                  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $9::bigint)
                  and c.status <> 'withdrawn'
                  and (
                    c.requester_id = $10
                    or c.recipient_id = $11
                  )
                where
                  not u.id = $12
                  and ((contains_swapped(u.search_text, $13)))
                  and u.is_listed = $14
                limit $15
              )
              union all
              (
                select u.id as key
                from
                  users as u
                  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $16::bigint)
                  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $17::bigint)
                  and c.status <> 'withdrawn'
                  and (
                    c.requester_id = $18
                    or c.recipient_id = $19
                  )
                where
                  not u.id = $20
                  and ((contains_piece(u.search_text, $21)))
                  and u.is_listed = $22
                limit $23
              )
            )
          )
        )
      limit $24
    )
  ) as found;

-- by a username, 1 of 4
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
    select distinct
      key
    from
      (
        (
          select u.id as key
          from
            users as u
            left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
            and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
            and c.status <> 'withdrawn'
            and (
              c.requester_id = $3
              or c.recipient_id = $4
            )
          where
            not u.id = $5
            and ((false))
            and u.is_listed = $6
          limit $7
        )
        union all
        (
          select u.id as key
          from
            users as u
            left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $8::bigint)
            and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $9::bigint)
            and c.status <> 'withdrawn'
            and (
              c.requester_id = $10
              or c.recipient_id = $11
            )
          where
            not u.id = $12
            and (
              u.contact_visibility = 'everyone'
              and '@' || lower(u.username) like search_pattern($13)
            )
            and u.is_listed = $14
          limit $15
        )
        union all
        (
          select u.id as key
          from
            users as u
            left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $16::bigint)
            and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $17::bigint)
            and c.status <> 'withdrawn'
            and (
              c.requester_id = $18
              or c.recipient_id = $19
            )
          where
            not u.id = $20
            and (
              u.id in (
                select $21::bigint
                union all
                select requester_id
                from connections
                where
                  recipient_id = $22
                  and status = 'accepted'
                union all
                select recipient_id
                from connections
                where
                  requester_id = $23
                  and status = 'accepted'
              )
              and '@' || lower(u.username) like search_pattern($24)
            )
            and u.is_listed = $25
          limit $26
        )
      ) as found_by
  ) as found;

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
