-- 1 of 7
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

-- 2 of 7
with
  compared as materialized (
    (
      select
        s.id as key,
        exists (
          (
            select 1
            where
              (
                (
                  (s.search @@ search_prefix($1))
                  and (s.search @@ search_prefix($2))
                )
              )
          )
          offset 0
        ) as is_match
      from speakers as s
      where
        exists (
          select
          from conference_speakers m
          where
            m.speaker_id = s.id
            and m.conference_id = $3
        )
        and s.is_featured = $4
      order by
        lower(s.name) asc,
        s.id asc
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

-- 3 of 7
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

-- 4 of 7
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
      select s.id as key
      from speakers as s
      where
        exists (
          select
          from conference_speakers m
          where
            m.speaker_id = s.id
            and m.conference_id = $1
        )
        and s.is_featured = $2
        and (
          (
            (
              s.search @@ search_prefix($3)
              or contains_misspelled(s.search_text, $4)
            )
            and (
              s.search @@ search_prefix($5)
              or contains_misspelled(s.search_text, $6)
            )
          )
        )
        and s.id = any(
          array(
            (
              (
                select s.id as key
                from speakers as s
                where
                  exists (
                    select
                    from conference_speakers m
                    where
                      m.speaker_id = s.id
                      and m.conference_id = $7
                  )
                  and s.is_featured = $8
                  and (
                    (
                      (
                        s.search @@ search_prefix($9)
                        or contains_swapped(s.search_text, $10)
                      )
                      and (
                        s.search @@ search_prefix($11)
                        or contains_swapped(s.search_text, $12)
                      )
                    )
                  )
                limit $13
              )
              union all
              (
                select s.id as key
                from speakers as s
                where
                  exists (
                    select
                    from conference_speakers m
                    where
                      m.speaker_id = s.id
                      and m.conference_id = $14
                  )
                  and s.is_featured = $15
                  and (
                    (
                      (
                        s.search @@ search_prefix($16)
                        or contains_piece(s.search_text, $17)
                      )
                      and (
                        s.search @@ search_prefix($18)
                        or contains_piece(s.search_text, $19)
                      )
                    )
                  )
                limit $20
              )
            )
          )
        )
      limit $21
    )
  ) as found;

-- 5 of 7
set local enable_indexscan = on;

-- 6 of 7
select
  s.id,
  s.slug,
  s.name,
  s.title,
  s.company,
  s.bio,
  s.photo_url,
  s.is_featured,
  s.socials,
  s.user_id,
  s.status,
  s.created_at,
  s.updated_at,
  coalesce(
    (
      select
        json_agg(
          json_build_object(
            'id',
            c.id,
            'slug',
            c.slug,
            'name',
            c.name,
            'starts_on',
            c.starts_on,
            'ends_on',
            c.ends_on,
            'status',
            c.status,
            'position',
            m.position
          )
          order by
            c.starts_on,
            c.id
        )
      from
        conference_speakers m
        join conferences c on c.id = m.conference_id
      where m.speaker_id = s.id
    ),
    '[]'
  ) as conferences
from speakers as s
where
  exists (
    select
    from conference_speakers m
    where
      m.speaker_id = s.id
      and m.conference_id = $1
  )
  and s.is_featured = $2
  and s.id = any($3::bigint[])
order by
  lower(s.name) asc,
  s.id asc
limit $4
offset $5;

-- 7 of 7
set local enable_indexscan = off;
