update media
set status = $1
where
  id = any($2::bigint[])
  and not exists (
    select 1
    from user_quest_tasks as s
    where s.media_id = media.id
  );
