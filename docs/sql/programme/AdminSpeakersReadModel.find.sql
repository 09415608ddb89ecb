-- with all conferences
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
  s.version,
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
where s.id = $1
limit $2;

-- of a limited key
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
  s.version,
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
      where
        m.speaker_id = s.id
        and c.id = any($1::bigint[])
    ),
    '[]'
  ) as conferences
from speakers as s
where s.id = $2
limit $3;
