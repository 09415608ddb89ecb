insert into speakers (slug, status, name, title, company, bio, photo_url)
select
  slug,
  status,
  name,
  title,
  company,
  bio,
  photo_url
from rows
from
  (
    jsonb_to_recordset($1::jsonb) as (slug text, status text, name text, title text, company text, bio text, photo_url text)
  ) with ordinality as r (slug, status, name, title, company, bio, photo_url, place)
order by place
returning id;
