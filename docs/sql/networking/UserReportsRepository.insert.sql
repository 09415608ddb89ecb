insert into user_reports (reported_id, reporter_id, reason, text, connection_id, message, profile, created_at)
select
  u.id,
  $1,
  $2,
  $3,
  $4,
  $5,
  jsonb_build_object(
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'photo_url',
    u.photo_url,
    'headline',
    u.headline,
    'company',
    u.company,
    'job_title',
    u.job_title,
    'bio',
    u.bio,
    'looking_for',
    u.looking_for,
    'offering',
    u.offering
  ),
  $6
from users u
where u.id = $7
returning
  id,
  reported_id,
  reason,
  text,
  connection_id,
  created_at;
