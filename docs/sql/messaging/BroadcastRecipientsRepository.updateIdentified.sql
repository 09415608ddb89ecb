-- 1 of 3
update staged_recipients s
set
  person_id = case
    when s.user_id is null then case
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
    else s.user_id
  end;

-- 2 of 3
analyze staged_recipients;

-- 3 of 3
with
  kept as (
    select u.id
    from users u
    where
      u.id in (
        select person_id
        from staged_recipients
      )
      and u.erased_at is null
    for key share of u
  )
update staged_recipients s
set person_id = null
where
  s.person_id is not null
  and s.person_id not in (
    select id
    from kept
  );
