-- all
update speakers s
set
  title = coalesce(s.title, r.title),
  company = coalesce(s.company, r.company),
  bio = coalesce(s.bio, r.bio),
  photo_url = coalesce(s.photo_url, r.photo_url),
  version = s.version + 1,
  updated_at = now()
from jsonb_to_recordset($1::jsonb) as r (id bigint, title text, company text, bio text, photo_url text)
where
  s.id = r.id
  and (
    (
      s.title is null
      and r.title is not null
    )
    or (
      s.company is null
      and r.company is not null
    )
    or (
      s.bio is null
      and r.bio is not null
    )
    or (
      s.photo_url is null
      and r.photo_url is not null
    )
  );

-- of a limited key
update speakers s
set
  title = coalesce(s.title, r.title),
  company = coalesce(s.company, r.company),
  bio = coalesce(s.bio, r.bio),
  photo_url = coalesce(s.photo_url, r.photo_url),
  version = s.version + 1,
  updated_at = now()
from jsonb_to_recordset($1::jsonb) as r (id bigint, title text, company text, bio text, photo_url text)
where
  s.id = r.id
  and (
    (
      s.title is null
      and r.title is not null
    )
    or (
      s.company is null
      and r.company is not null
    )
    or (
      s.bio is null
      and r.bio is not null
    )
    or (
      s.photo_url is null
      and r.photo_url is not null
    )
  )
  and not exists (
    select
    from conference_speakers o
    where
      o.speaker_id = s.id
      and o.conference_id <> all ($2::bigint[])
  );
