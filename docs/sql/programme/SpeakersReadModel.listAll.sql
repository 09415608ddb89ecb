-- 1 of 5
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
          (s.search @@ search_prefix($3))
          and (s.search @@ search_prefix($4))
        )
      )
    limit $5
  ) as found;

-- 2 of 5
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

-- 3 of 5
set local enable_indexscan = on;

-- 4 of 5
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

-- 5 of 5
set local enable_indexscan = off;
