-- no filter, 1 of 2
select
  p.status,
  p.partner_user_id,
  p.otp_expires_at,
  p.tries,
  p.verified_at,
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username) as "user",
  (
    case m.status
      when 'unknown' then 'pending'
      else m.status
    end
  ) as mint_status,
  json_build_array(p.user_id, p.user_id) as sort_place
from
  partner_accounts as p
  inner join users as u on u.id = p.user_id
  left join partner_mints as m on m.user_id = p.user_id
order by p.user_id desc
limit $1;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      partner_accounts as p
      inner join users as u on u.id = p.user_id
      left join partner_mints as m on m.user_id = p.user_id
    limit $1
  ) as counted;

-- by status
select
  p.status,
  p.partner_user_id,
  p.otp_expires_at,
  p.tries,
  p.verified_at,
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username) as "user",
  (
    case m.status
      when 'unknown' then 'pending'
      else m.status
    end
  ) as mint_status,
  json_build_array(p.user_id, p.user_id) as sort_place
from
  partner_accounts as p
  inner join users as u on u.id = p.user_id
  left join partner_mints as m on m.user_id = p.user_id
where p.status = $1
order by p.user_id desc
limit $2;

-- by q, 1 of 9
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- by q, 2 of 9
with
  compared as materialized (
    (
      select
        p.user_id as key,
        exists (
          (
            select 1
            where ((row_contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)))
          )
          offset 0
        ) as is_match
      from
        partner_accounts as p
        inner join users as u on u.id = p.user_id
        left join partner_mints as m on m.user_id = p.user_id
      order by p.user_id desc
      limit $2
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $3
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
        limit $4
        offset $5
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $6 then (
      select count(*)
      from compared
    ) < $7
    else false
  end as "isWhole";

-- by q, 3 of 9
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- by q, 8 of 9
select
  p.status,
  p.partner_user_id,
  p.otp_expires_at,
  p.tries,
  p.verified_at,
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username) as "user",
  (
    case m.status
      when 'unknown' then 'pending'
      else m.status
    end
  ) as mint_status,
  json_build_array(p.user_id, p.user_id) as sort_place
from
  partner_accounts as p
  inner join users as u on u.id = p.user_id
  left join partner_mints as m on m.user_id = p.user_id
where p.user_id = any($1::bigint[])
order by p.user_id desc
limit $2;

-- every filter, 2 of 7
with
  compared as materialized (
    (
      select
        p.user_id as key,
        exists (
          (
            select 1
            where ((row_contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)))
          )
          offset 0
        ) as is_match
      from
        partner_accounts as p
        inner join users as u on u.id = p.user_id
        left join partner_mints as m on m.user_id = p.user_id
      where p.status = $2
      order by p.user_id desc
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
      select p.user_id as key
      from
        partner_accounts as p
        inner join users as u on u.id = p.user_id
        left join partner_mints as m on m.user_id = p.user_id
      where
        p.status = $1
        and ((contains_misspelled((u.search_text || ' @' || lower(coalesce(u.username, ''))), $2)))
        and p.user_id = any(
          array(
            (
              (
                select p.user_id as key
                from
                  partner_accounts as p
                  inner join users as u on u.id = p.user_id
                  left join partner_mints as m on m.user_id = p.user_id
                where
                  p.status = $3
                  and ((contains_swapped((u.search_text || ' @' || lower(coalesce(u.username, ''))), $4)))
                limit $5
              )
              union all
              (
                select p.user_id as key
                from
                  partner_accounts as p
                  inner join users as u on u.id = p.user_id
                  left join partner_mints as m on m.user_id = p.user_id
                where
                  p.status = $6
                  and ((contains_piece((u.search_text || ' @' || lower(coalesce(u.username, ''))), $7)))
                limit $8
              )
            )
          )
        )
      limit $9
    )
  ) as found;

-- every filter, 6 of 7
select
  p.status,
  p.partner_user_id,
  p.otp_expires_at,
  p.tries,
  p.verified_at,
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username) as "user",
  (
    case m.status
      when 'unknown' then 'pending'
      else m.status
    end
  ) as mint_status,
  json_build_array(p.user_id, p.user_id) as sort_place
from
  partner_accounts as p
  inner join users as u on u.id = p.user_id
  left join partner_mints as m on m.user_id = p.user_id
where
  p.status = $1
  and p.user_id = any($2::bigint[])
order by p.user_id desc
limit $3;

-- by q, without contacts, 2 of 9
with
  compared as materialized (
    (
      select
        p.user_id as key,
        exists (
          (
            select 1
            where ((row_contains_word(u.search_text, $1)))
          )
          offset 0
        ) as is_match
      from
        partner_accounts as p
        inner join users as u on u.id = p.user_id
        left join partner_mints as m on m.user_id = p.user_id
      order by p.user_id desc
      limit $2
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $3
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
        limit $4
        offset $5
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $6 then (
      select count(*)
      from compared
    ) < $7
    else false
  end as "isWhole";

-- after a cursor
select
  p.status,
  p.partner_user_id,
  p.otp_expires_at,
  p.tries,
  p.verified_at,
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username) as "user",
  (
    case m.status
      when 'unknown' then 'pending'
      else m.status
    end
  ) as mint_status,
  json_build_array(p.user_id, p.user_id) as sort_place
from
  partner_accounts as p
  inner join users as u on u.id = p.user_id
  left join partner_mints as m on m.user_id = p.user_id
where (p.user_id) < ($1)
order by p.user_id desc
limit $2;
