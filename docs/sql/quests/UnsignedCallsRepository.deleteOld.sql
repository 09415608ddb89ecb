delete from unsigned_calls
where
  unsigned_calls.created_at <= now() - interval '14 days'
  or exists (
    select
    from users
    where
      users.id = unsigned_calls.user_id
      and users.erased_at is not null
  );
