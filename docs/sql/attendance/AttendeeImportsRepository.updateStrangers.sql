update staged_attendees s
set
  user_id = null,
  found_by = null
where
  s.user_id is not null
  and s.invitation_id is null
  and not exists (
    select
    from conference_attendances a
    where
      a.conference_id = $1
      and a.user_id = s.user_id
  );
