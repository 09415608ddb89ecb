-- no filter, 1 of 2
select
  n.id as notification_id,
  (
    select json_build_object('id', p.id, 'first_name', p.first_name, 'last_name', p.last_name, 'username', p.username)
    from users p
    where p.id = n.user_id
  ) as "user",
  coalesce(d.status, 'sent') as status,
  d.reason,
  coalesce(d.attempts, 0) as attempts,
  d.answered_at,
  n.clicked_at,
  n.dismissed_at,
  json_build_array(n.user_id, n.user_id) as sort_place
from
  notifications as n
  left join deliveries as d on d.notification_id = n.id
where n.job_id = $1
order by n.user_id asc
limit $2
offset $3;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      notifications as n
      left join deliveries as d on d.notification_id = n.id
    where n.job_id = $1
    limit $2
  ) as counted;

-- every filter, 1 of 2
select
  n.id as notification_id,
  (
    select json_build_object('id', p.id, 'first_name', p.first_name, 'last_name', p.last_name, 'username', p.username)
    from users p
    where p.id = n.user_id
  ) as "user",
  coalesce(d.status, 'sent') as status,
  d.reason,
  coalesce(d.attempts, 0) as attempts,
  d.answered_at,
  n.clicked_at,
  n.dismissed_at,
  json_build_array(n.user_id, n.user_id) as sort_place
from
  notifications as n
  left join deliveries as d on d.notification_id = n.id
where
  n.job_id = $1
  and (
    d.status = 'sent'
    or d.status is null
  )
order by n.user_id asc
limit $2
offset $3;

-- every filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      notifications as n
      left join deliveries as d on d.notification_id = n.id
    where
      n.job_id = $1
      and (
        d.status = 'sent'
        or d.status is null
      )
    limit $2
  ) as counted;

-- what cannot be recalled, 1 of 2
select
  n.id as notification_id,
  (
    select json_build_object('id', p.id, 'first_name', p.first_name, 'last_name', p.last_name, 'username', p.username)
    from users p
    where p.id = n.user_id
  ) as "user",
  coalesce(d.status, 'sent') as status,
  d.reason,
  coalesce(d.attempts, 0) as attempts,
  d.answered_at,
  n.clicked_at,
  n.dismissed_at,
  (
    select
      case
        when d.status in ('queued', 'sending')
        or m.is_standing then 'pending'
        when case
          when d.attempts > (
            d.status = 'sent'
            or coalesce(d.reason in ('blocked', 'chat_not_found', 'rejected'), false)
          )::int then 'answer_lost'
          when d.status = 'sent'
          and m.count = 0 then 'not_recorded'
          when m.is_gone then 'gone'
        end is not null then 'failed'
        when m.is_recalled then 'recalled'
      end
    from
      (
        select
          count(*) as count,
          bool_or(b.edited_at >= $1) as is_recalled,
          bool_or(
            b.state = 'standing'
            and (b.edited_at >= $2) is not true
          ) as is_standing,
          bool_or(
            b.state = 'gone'
            and (b.edited_at >= $3) is not true
          ) as is_gone
        from bot_messages b
        where b.notification_id = d.notification_id
      ) as m
  ) as recall,
  json_build_array(n.user_id, n.user_id) as sort_place
from
  notifications as n
  left join deliveries as d on d.notification_id = n.id
where
  n.job_id = $4
  and (
    select
      case
        when d.status in ('queued', 'sending')
        or m.is_standing then 'pending'
        when case
          when d.attempts > (
            d.status = 'sent'
            or coalesce(d.reason in ('blocked', 'chat_not_found', 'rejected'), false)
          )::int then 'answer_lost'
          when d.status = 'sent'
          and m.count = 0 then 'not_recorded'
          when m.is_gone then 'gone'
        end is not null then 'failed'
        when m.is_recalled then 'recalled'
      end
    from
      (
        select
          count(*) as count,
          bool_or(b.edited_at >= $5) as is_recalled,
          bool_or(
            b.state = 'standing'
            and (b.edited_at >= $6) is not true
          ) as is_standing,
          bool_or(
            b.state = 'gone'
            and (b.edited_at >= $7) is not true
          ) as is_gone
        from bot_messages b
        where b.notification_id = d.notification_id
      ) as m
  ) = $8
order by n.user_id asc
limit $9
offset $10;

-- what cannot be recalled, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      notifications as n
      left join deliveries as d on d.notification_id = n.id
    where
      n.job_id = $1
      and (
        select
          case
            when d.status in ('queued', 'sending')
            or m.is_standing then 'pending'
            when case
              when d.attempts > (
                d.status = 'sent'
                or coalesce(d.reason in ('blocked', 'chat_not_found', 'rejected'), false)
              )::int then 'answer_lost'
              when d.status = 'sent'
              and m.count = 0 then 'not_recorded'
              when m.is_gone then 'gone'
            end is not null then 'failed'
            when m.is_recalled then 'recalled'
          end
        from
          (
            select
              count(*) as count,
              bool_or(b.edited_at >= $2) as is_recalled,
              bool_or(
                b.state = 'standing'
                and (b.edited_at >= $3) is not true
              ) as is_standing,
              bool_or(
                b.state = 'gone'
                and (b.edited_at >= $4) is not true
              ) as is_gone
            from bot_messages b
            where b.notification_id = d.notification_id
          ) as m
      ) = $5
    limit $6
  ) as counted;

-- after a cursor
select
  n.id as notification_id,
  (
    select json_build_object('id', p.id, 'first_name', p.first_name, 'last_name', p.last_name, 'username', p.username)
    from users p
    where p.id = n.user_id
  ) as "user",
  coalesce(d.status, 'sent') as status,
  d.reason,
  coalesce(d.attempts, 0) as attempts,
  d.answered_at,
  n.clicked_at,
  n.dismissed_at,
  json_build_array(n.user_id, n.user_id) as sort_place
from
  notifications as n
  left join deliveries as d on d.notification_id = n.id
where
  n.job_id = $1
  and (n.user_id) < ($2)
order by n.user_id desc
limit $3;

-- a search, 1 of 7
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- a search, 2 of 7
with
  compared as materialized (
    (
      select
        n.user_id as key,
        exists (
          (
            select 1
            where ((row_contains_word(u.search_text, $1)))
          )
          offset 0
        ) as is_match
      from
        notifications as n
        left join deliveries as d on d.notification_id = n.id
        inner join users as u on u.id = n.user_id
      where n.job_id = $2
      order by n.user_id asc
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

-- a search, 3 of 7
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- a search, 4 of 7
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
      select n.user_id as key
      from
        notifications as n
        left join deliveries as d on d.notification_id = n.id
        inner join users as u on u.id = n.user_id
      where
        n.job_id = $1
        and (
          (
            contains_misspelled((u.search_text || ' @' || lower(coalesce(u.username, ''))), $2)
            and contains_misspelled(u.search_text, $3)
          )
        )
        and n.user_id = any(
          array(
            (
              (
                select n.user_id as key
                from
                  notifications as n
                  left join deliveries as d on d.notification_id = n.id
                  inner join users as u on u.id = n.user_id
                where
                  n.job_id = $4
                  and (
                    (
                      contains_swapped((u.search_text || ' @' || lower(coalesce(u.username, ''))), $5)
                      and contains_swapped(u.search_text, $6)
                    )
                  )
                limit $7
              )
              union all
              (
                select n.user_id as key
                from
                  notifications as n
                  left join deliveries as d on d.notification_id = n.id
                  inner join users as u on u.id = n.user_id
                where
                  n.job_id = $8
                  and (
                    (
                      contains_piece((u.search_text || ' @' || lower(coalesce(u.username, ''))), $9)
                      and contains_piece(u.search_text, $10)
                    )
                  )
                limit $11
              )
            )
          )
        )
      limit $12
    )
  ) as found;

-- a search, 6 of 7
select
  n.id as notification_id,
  (
    select json_build_object('id', p.id, 'first_name', p.first_name, 'last_name', p.last_name, 'username', p.username)
    from users p
    where p.id = n.user_id
  ) as "user",
  coalesce(d.status, 'sent') as status,
  d.reason,
  coalesce(d.attempts, 0) as attempts,
  d.answered_at,
  n.clicked_at,
  n.dismissed_at,
  json_build_array(n.user_id, n.user_id) as sort_place
from
  notifications as n
  left join deliveries as d on d.notification_id = n.id
  inner join users as u on u.id = n.user_id
where
  n.job_id = $1
  and n.user_id = any($2::bigint[])
order by n.user_id asc
limit $3
offset $4;
