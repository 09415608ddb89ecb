insert into media (bytes, created_at, kind, storage, user_id)
values ($1, $2, $3, $4, $5)
returning id;
