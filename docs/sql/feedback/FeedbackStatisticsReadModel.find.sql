-- all
with
  groups as materialized (
    select
      status,
      rating,
      category,
      day,
      count(*)::int,
      grouping(status) as not_by_status,
      grouping(rating) as not_by_rating,
      grouping(category) as not_by_category,
      grouping(day) as not_by_day
    from
      (
        (
          select
            f.status,
            f.rating,
            f.category,
            (f.created_at at time zone coalesce(c.timezone, 'UTC'))::date as day
          from
            feedback as f
            left join conferences as c on c.id = f.conference_id
        )
      ) chosen
    group by grouping sets ((status), (rating), (category), (day))
  )
select
  (
    select coalesce(sum(count), 0)::int
    from groups
    where not_by_status = 0
  ) as total,
  (
    select round(sum(rating * count)::numeric / sum(count), 2)::float8
    from groups
    where
      not_by_rating = 0
      and rating is not null
  ) as average_rating,
  (
    select coalesce(json_agg(n), '[]')
    from
      (
        select
          status,
          count
        from groups
        where not_by_status = 0
        order by status
        limit 10
      ) n
  ) as by_status,
  (
    select coalesce(json_agg(n), '[]')
    from
      (
        select
          rating,
          count
        from groups
        where not_by_rating = 0
        order by rating
        limit 10
      ) n
  ) as by_rating,
  (
    select coalesce(json_agg(n), '[]')
    from
      (
        select
          category,
          count
        from groups
        where not_by_category = 0
        order by
          count desc,
          category
        limit 50
      ) n
  ) as by_category,
  (
    select coalesce(json_agg(n), '[]')
    from
      (
        select
          day,
          count
        from groups
        where not_by_day = 0
        order by day desc
        limit 400
      ) n
  ) as by_day;

-- of a conference
with
  groups as materialized (
    select
      status,
      rating,
      category,
      day,
      count(*)::int,
      grouping(status) as not_by_status,
      grouping(rating) as not_by_rating,
      grouping(category) as not_by_category,
      grouping(day) as not_by_day
    from
      (
        (
          select
            f.status,
            f.rating,
            f.category,
            (f.created_at at time zone coalesce(c.timezone, 'UTC'))::date as day
          from
            feedback as f
            left join conferences as c on c.id = f.conference_id
          where f.conference_id = $1
        )
      ) chosen
    group by grouping sets ((status), (rating), (category), (day))
  )
select
  (
    select coalesce(sum(count), 0)::int
    from groups
    where not_by_status = 0
  ) as total,
  (
    select round(sum(rating * count)::numeric / sum(count), 2)::float8
    from groups
    where
      not_by_rating = 0
      and rating is not null
  ) as average_rating,
  (
    select coalesce(json_agg(n), '[]')
    from
      (
        select
          status,
          count
        from groups
        where not_by_status = 0
        order by status
        limit 10
      ) n
  ) as by_status,
  (
    select coalesce(json_agg(n), '[]')
    from
      (
        select
          rating,
          count
        from groups
        where not_by_rating = 0
        order by rating
        limit 10
      ) n
  ) as by_rating,
  (
    select coalesce(json_agg(n), '[]')
    from
      (
        select
          category,
          count
        from groups
        where not_by_category = 0
        order by
          count desc,
          category
        limit 50
      ) n
  ) as by_category,
  (
    select coalesce(json_agg(n), '[]')
    from
      (
        select
          day,
          count
        from groups
        where not_by_day = 0
        order by day desc
        limit 400
      ) n
  ) as by_day;

-- of a limited key, by event
with
  groups as materialized (
    select
      status,
      rating,
      category,
      day,
      count(*)::int,
      grouping(status) as not_by_status,
      grouping(rating) as not_by_rating,
      grouping(category) as not_by_category,
      grouping(day) as not_by_day
    from
      (
        (
          select
            f.status,
            f.rating,
            f.category,
            (f.created_at at time zone coalesce(c.timezone, 'UTC'))::date as day
          from
            feedback as f
            left join conferences as c on c.id = f.conference_id
          where
            f.event_id = $1
            and f.conference_id = any($2::bigint[])
        )
      ) chosen
    group by grouping sets ((status), (rating), (category), (day))
  )
select
  (
    select coalesce(sum(count), 0)::int
    from groups
    where not_by_status = 0
  ) as total,
  (
    select round(sum(rating * count)::numeric / sum(count), 2)::float8
    from groups
    where
      not_by_rating = 0
      and rating is not null
  ) as average_rating,
  (
    select coalesce(json_agg(n), '[]')
    from
      (
        select
          status,
          count
        from groups
        where not_by_status = 0
        order by status
        limit 10
      ) n
  ) as by_status,
  (
    select coalesce(json_agg(n), '[]')
    from
      (
        select
          rating,
          count
        from groups
        where not_by_rating = 0
        order by rating
        limit 10
      ) n
  ) as by_rating,
  (
    select coalesce(json_agg(n), '[]')
    from
      (
        select
          category,
          count
        from groups
        where not_by_category = 0
        order by
          count desc,
          category
        limit 50
      ) n
  ) as by_category,
  (
    select coalesce(json_agg(n), '[]')
    from
      (
        select
          day,
          count
        from groups
        where not_by_day = 0
        order by day desc
        limit 400
      ) n
  ) as by_day;
