-- no filter, 1 of 2
select count(*) as total
from speakers as s
where
  (
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
  );

-- no filter, 2 of 2
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
  (
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
order by
  lower(s.name),
  s.id
limit $1
offset $2;

-- every filter, 1 of 2
select count(*) as total
from speakers as s
where
  (s.search @@ to_tsquery('simple', $1))
  and (s.search @@ to_tsquery('simple', $2))
  and exists (
    select
    from conference_speakers m
    where
      m.speaker_id = s.id
      and m.conference_id = $3
  )
  and s.is_featured = $4
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
  and not exists (
    select
    from conferences d
    where
      d.id = $5
      and d.status = 'draft'
  );

-- every filter, 2 of 2
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
  (s.search @@ to_tsquery('simple', $1))
  and (s.search @@ to_tsquery('simple', $2))
  and exists (
    select
    from conference_speakers m
    where
      m.speaker_id = s.id
      and m.conference_id = $3
  )
  and s.is_featured = $4
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
  and not exists (
    select
    from conferences d
    where
      d.id = $5
      and d.status = 'draft'
  )
order by
  lower(s.name),
  s.id
limit $6
offset $7;

-- changes, 1 of 4
select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
from pg_stat_activity
where
  datname = current_database()
  and backend_type = 'client backend';

-- changes, 2 of 4
select count(*) as total
from speakers as s
where
  (
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
  and s.updated_at > $1;

-- changes, 3 of 4
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
  (
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
  and s.updated_at > $1
order by
  lower(s.name),
  s.id
limit $2
offset $3;

-- changes, 4 of 4
select s.id
from speakers as s
where
  s.updated_at > $1
  and s.published_at is not null
  and s.id not in (
    select s.id
    from speakers as s
    where
      (
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
      and s.updated_at > $2
  );
