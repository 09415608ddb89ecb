-- by id
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
  s.created_at,
  s.updated_at
from speakers as s
where
  s.id = $1
  and (
    not exists (
      select
      from
        conference_speakers m
        join conferences c on c.id = m.conference_id
      where
        m.speaker_id = s.id
        and c.status = 'draft'
    )
    or exists (
      select
      from
        conference_speakers m
        join conferences c on c.id = m.conference_id
      where
        m.speaker_id = s.id
        and c.status <> 'draft'
    )
  )
limit $2;

-- by slug
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
  s.created_at,
  s.updated_at
from speakers as s
where
  s.slug = $1
  and (
    not exists (
      select
      from
        conference_speakers m
        join conferences c on c.id = m.conference_id
      where
        m.speaker_id = s.id
        and c.status = 'draft'
    )
    or exists (
      select
      from
        conference_speakers m
        join conferences c on c.id = m.conference_id
      where
        m.speaker_id = s.id
        and c.status <> 'draft'
    )
  )
limit $2;
