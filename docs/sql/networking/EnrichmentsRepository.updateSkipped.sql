with
  never_generated as (
    delete from enrichments
    where
      user_id = any($1::bigint[])
      and status = 'pending'
      and generated_at is null
  )
update enrichments
set status = 'ready'
where
  user_id = any($2::bigint[])
  and status = 'pending'
  and generated_at is not null;
