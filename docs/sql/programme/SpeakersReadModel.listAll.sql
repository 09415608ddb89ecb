-- 1 of 4
select count(*) as total
from
  (
    select 1
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
  ) as counted;

-- 2 of 4
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
  and (
    (
      (s.search @@ search_prefix($3))
      and (s.search @@ search_prefix($4))
    )
  )
order by
  lower(s.name) asc,
  s.id asc
limit $5
offset $6;

-- 3 of 4
select count(*) as total
from
  (
    select 1
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
            or contains_similar(s.search_text, $4)
          )
          and (
            s.search @@ search_prefix($5)
            or contains_similar(s.search_text, $6)
          )
        )
      )
    limit $7
  ) as counted;

-- 4 of 4
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
  and (
    (
      (
        s.search @@ search_prefix($3)
        or contains_similar(s.search_text, $4)
      )
      and (
        s.search @@ search_prefix($5)
        or contains_similar(s.search_text, $6)
      )
    )
  )
order by
  lower(s.name) asc,
  s.id asc
limit $7
offset $8;
