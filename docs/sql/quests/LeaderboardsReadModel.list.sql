-- 1 of 2
select
  page.points,
  page.reached_at,
  u.is_listed
  and u.is_ranked as is_listed,
  u.is_ranked,
  u.is_blocked,
  json_build_object(
    'id',
    u.id,
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'photo_url',
    u.photo_url,
    'company',
    u.company
  ) as "user"
from
  (
    select *
    from
      (
        (
          select
            t.user_id,
            t.points,
            t.reached_at
          from point_totals t
          where
            t.scope = $1
            and t.scope_id = $2
            and t.period = $3
            and t.period_start = $4
            and t.points > 0
            and t.is_ranked
          order by
            t.points desc,
            t.reached_at,
            t.user_id
          limit $5
        )
      ) merged
    order by
      points desc,
      reached_at,
      user_id
    limit $6
    offset $7
  ) page
  join users u on u.id = page.user_id
order by
  page.points desc,
  page.reached_at,
  page.user_id;

-- 2 of 2
select count(*) as total
from
  (
    select 1
    from
      (
        select t.user_id
        from point_totals as t
        where
          scope = $1
          and scope_id = $2
          and period = $3
          and period_start = $4
          and t.points > $5
          and t.is_ranked
      ) as halves
    limit $6
  ) as counted;

-- A page by cursor
select
  page.points,
  page.reached_at,
  u.is_listed
  and u.is_ranked as is_listed,
  u.is_ranked,
  u.is_blocked,
  json_build_object(
    'id',
    u.id,
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'photo_url',
    u.photo_url,
    'company',
    u.company
  ) as "user"
from
  (
    select *
    from
      (
        (
          select
            t.user_id,
            t.points,
            t.reached_at
          from point_totals t
          where
            t.scope = $1
            and t.scope_id = $2
            and t.period = $3
            and t.period_start = $4
            and t.points > 0
            and t.is_ranked
            and t.points = $5
            and (t.reached_at, t.user_id) > ($6, $7)
          order by
            t.points desc,
            t.reached_at,
            t.user_id
          limit $8
        )
        union all
        (
          select
            t.user_id,
            t.points,
            t.reached_at
          from point_totals t
          where
            t.scope = $9
            and t.scope_id = $10
            and t.period = $11
            and t.period_start = $12
            and t.points > 0
            and t.is_ranked
            and t.points < $13
          order by
            t.points desc,
            t.reached_at,
            t.user_id
          limit $14
        )
      ) merged
    order by
      points desc,
      reached_at,
      user_id
    limit $15
    offset $16
  ) page
  join users u on u.id = page.user_id
order by
  page.points desc,
  page.reached_at,
  page.user_id;
