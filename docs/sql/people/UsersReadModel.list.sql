-- anonymous, 1 of 2
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

-- anonymous, 2 of 2
select count(*) as total
from
  (
    select 1
    from users as u
    where u.is_listed = $1
    limit $2
  ) as counted;

-- no filter, 1 of 2
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

-- no filter, 2 of 2
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

-- by q, 1 of 7
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- by q, 2 of 7
with
  compared as materialized (
    (
      select
        u.id as key,
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

-- by q, 3 of 7
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- by q, 4 of 7
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
      and u.is_listed = $6
      and (
        (
          contains_word(u.search_text, $7)
          and contains_word(u.search_text, $8)
        )
      )
    limit $9
  ) as found;

-- by q, 5 of 7
set local enable_indexscan = on;

-- by q, 6 of 7
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

-- by q, 7 of 7
set local enable_indexscan = off;

-- by interest, 1 of 2
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
order by l.user_id desc
limit $9
offset $10;

-- by interest, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      listed_interests as l
      left join users as u on u.id = l.user_id
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
    where
      not l.user_id = $5
      and l.interest = lower($6)
    limit $7
  ) as counted;

-- by conference_id, 1 of 2
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

-- by conference_id, 2 of 2
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

-- by a word, 2 of 8
with
  compared as materialized (
    (
      select
        u.id as key,
        exists (
          (
            select 1
            where
              (
                (row_contains_word(u.search_text, $1))
                or (
                  u.contact_visibility = 'everyone'
                  and '@' || lower(u.username) like search_pattern($2)
                )
                or (
                  u.id in (
                    select $3::bigint
                    union all
                    select requester_id
                    from connections
                    where
                      recipient_id = $4
                      and status = 'accepted'
                    union all
                    select recipient_id
                    from connections
                    where
                      requester_id = $5
                      and status = 'accepted'
                  )
                  and '@' || lower(u.username) like search_pattern($6)
                )
              )
          )
          offset 0
        ) as is_match
      from
        users as u
        left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $7::bigint)
        and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $8::bigint)
        and c.status <> 'withdrawn'
        and (
          c.requester_id = $9
          or c.recipient_id = $10
        )
      where
        not u.id = $11
        and u.is_listed = $12
      order by u.id desc
      limit $13
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $14
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
        limit $15
        offset $16
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $17 then (
      select count(*)
      from compared
    ) < $18
    else false
  end as "isWhole";

-- by a word, 4 of 8
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
            and u.is_listed = $6
            and ((contains_word(u.search_text, $7)))
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
            and u.is_listed = $14
            and (
              (
                u.contact_visibility = 'everyone'
                and '@' || lower(u.username) like search_pattern($15)
              )
            )
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
            and u.is_listed = $22
            and (
              (
                u.id in (
                  select $23::bigint
                  union all
                  select requester_id
                  from connections
                  where
                    recipient_id = $24
                    and status = 'accepted'
                  union all
                  select recipient_id
                  from connections
                  where
                    requester_id = $25
                    and status = 'accepted'
                )
                and '@' || lower(u.username) like search_pattern($26)
              )
            )
          limit $27
        )
      ) as found_by
  ) as found;

-- by a word, 5 of 8
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
        and u.is_listed = $6
        and ((contains_misspelled(u.search_text, $7)))
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
                  and u.is_listed = $13
                  and ((contains_swapped(u.search_text, $14)))
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
                  and u.is_listed = $21
                  and ((contains_piece(u.search_text, $22)))
                limit $23
              )
            )
          )
        )
      limit $24
    )
  ) as found;

-- by a username, 2 of 7
with
  compared as materialized (
    (
      select
        u.id as key,
        exists (
          (
            select 1
            where
              (
                (false)
                or (
                  u.contact_visibility = 'everyone'
                  and '@' || lower(u.username) like search_pattern($1)
                )
                or (
                  u.id in (
                    select $2::bigint
                    union all
                    select requester_id
                    from connections
                    where
                      recipient_id = $3
                      and status = 'accepted'
                    union all
                    select recipient_id
                    from connections
                    where
                      requester_id = $4
                      and status = 'accepted'
                  )
                  and '@' || lower(u.username) like search_pattern($5)
                )
              )
          )
          offset 0
        ) as is_match
      from
        users as u
        left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $6::bigint)
        and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $7::bigint)
        and c.status <> 'withdrawn'
        and (
          c.requester_id = $8
          or c.recipient_id = $9
        )
      where
        not u.id = $10
        and u.is_listed = $11
      order by u.id desc
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

-- by a username, 4 of 7
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
            and u.is_listed = $6
            and ((false))
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
            and u.is_listed = $13
            and (
              (
                u.contact_visibility = 'everyone'
                and '@' || lower(u.username) like search_pattern($14)
              )
            )
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
            and u.is_listed = $21
            and (
              (
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
            )
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
