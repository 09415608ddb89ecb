-- 1 of 3
select pg_advisory_xact_lock(hashtext($1));

-- 2 of 3
select t.slug
from
  quests as t
  join unnest($1::text[]) as stem on t.slug >= stem
  and t.slug < stem || '.';

-- 3 of 3
insert into
  quests (
    slug,
    conference_id,
    starts_at,
    ends_at,
    title,
    description,
    image_url,
    registration_mode,
    access,
    max_participants,
    completion_points
  )
select
  c.slug,
  $1,
  ((q.starts_at at time zone $2) + make_interval(days => $3::int)) at time zone $4,
  case
    when ((q.ends_at at time zone $5) + make_interval(days => $6::int)) at time zone $7 <= ((q.starts_at at time zone $8) + make_interval(days => $9::int)) at time zone $10 then ((q.starts_at at time zone $11) + make_interval(days => $12::int)) at time zone $13 + (q.ends_at - q.starts_at)
    else ((q.ends_at at time zone $14) + make_interval(days => $15::int)) at time zone $16
  end,
  title,
  description,
  image_url,
  registration_mode,
  access,
  max_participants,
  completion_points
from
  unnest($17::bigint[], $18::text[]) as c (id, slug)
  join quests q on q.id = c.id
order by q.id
returning
  id,
  slug;
