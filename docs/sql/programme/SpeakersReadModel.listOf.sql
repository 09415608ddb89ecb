-- the lineup, 1 of 3
select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
from pg_stat_activity
where
  datname = current_database()
  and backend_type = 'client backend';

-- the lineup, 2 of 3
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
  s.updated_at
from
  speakers as s
  inner join conference_speakers as m on m.speaker_id = s.id
where
  m.conference_id = $1
  and s.status = $2
order by
  m."position" asc,
  lower(s.name),
  s.id
limit $3
offset $4;

-- the lineup, 3 of 3
select count(*) as total
from
  (
    select 1
    from
      speakers as s
      inner join conference_speakers as m on m.speaker_id = s.id
    where
      m.conference_id = $1
      and s.status = $2
    limit $3
  ) as counted;

-- changes, 2 of 4
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
  s.updated_at
from
  speakers as s
  inner join conference_speakers as m on m.speaker_id = s.id
where
  m.conference_id = $1
  and s.status = $2
  and s.updated_at > $3
order by
  m."position" asc,
  lower(s.name),
  s.id
limit $4
offset $5;

-- changes, 3 of 4
select id
from
  (
    select gone_id as id
    from gone_rows
    where
      kind = $1
      and gone_at > $2
      and conference_id = $3
    union
    select s.id
    from
      conference_speakers as m
      inner join speakers as s on s.id = m.speaker_id
    where
      m.conference_id = $4
      and s.status = $5
      and s.updated_at > $6
      and s.published_at is not null
    except
    select s.id
    from
      conference_speakers as m
      inner join speakers as s on s.id = m.speaker_id
    where
      m.conference_id = $7
      and s.status = $8
  ) as g;

-- changes, 4 of 4
select count(*) as total
from
  (
    select 1
    from
      speakers as s
      inner join conference_speakers as m on m.speaker_id = s.id
    where
      m.conference_id = $1
      and s.status = $2
      and s.updated_at > $3
    limit $4
  ) as counted;
