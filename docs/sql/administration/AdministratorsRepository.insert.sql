insert into administrators (created_by, email, messenger_id, name)
values ($1, $2, $3, $4)
returning
  id,
  name,
  email,
  messenger_id,
  disabled_at,
  created_by,
  created_at;
