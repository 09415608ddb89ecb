-- 1 of 5
update staged_attendees s
set
  invitation_id = i.id,
  user_id = i.claimed_by
from conference_invitations i
where
  i.conference_id = $1
  and i.messenger_id = s.messenger_id;

-- 2 of 5
update staged_attendees s
set
  invitation_id = i.id,
  user_id = i.claimed_by
from conference_invitations i
where
  i.conference_id = $1
  and i.messenger_id is null
  and s.messenger_id is null
  and lower(i.username) = lower(s.username);

-- 3 of 5
update staged_attendees s
set
  user_id = case
    when s.messenger_id is null then (
      select n.id
      from users n
      where lower(n.username) = lower(s.username)
      order by
        n.messenger_signed_at desc nulls last,
        n.id desc
      limit 1
    )
    else (
      select n.id
      from users n
      where n.messenger_id = s.messenger_id
    )
  end
where s.invitation_id is null;

-- 4 of 5
analyze staged_attendees;

-- 5 of 5
with
  kept as (
    select u.id
    from users u
    where
      u.id in (
        select user_id
        from staged_attendees
      )
      and u.erased_at is null
    for key share of u
  )
update staged_attendees s
set user_id = null
where
  s.user_id is not null
  and s.user_id not in (
    select id
    from kept
  );
