delete from idempotency_keys k using (
  select
    scope,
    row_number() over (
      partition by
        user_id
      order by expires_at desc
    ) as place
  from idempotency_keys
  where
    user_id is not null
    and status is not null
) as ranked
where
  k.scope = ranked.scope
  and ranked.place > $1
returning k.scope;
