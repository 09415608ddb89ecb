update administrators
set
  name = $1,
  disabled_at = $2
where id = $3
returning
  id,
  name,
  email,
  messenger_id,
  disabled_at,
  created_by,
  created_at;
