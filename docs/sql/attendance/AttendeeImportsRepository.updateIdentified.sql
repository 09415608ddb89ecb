-- 1 of 7
update staged_attendees s
set
  invitation_id = i.id,
  user_id = i.claimed_by,
  found_by = 'ticket_code'
from
  (
    select
      row,
      unnest(ticket_hashes) as hash
    from staged_attendees
    where ticket_hashes is not null
  ) h
  join conference_invitations i on i.conference_id = $1
  and i.ticket_code_hash = h.hash
where s.row = h.row;

-- 2 of 7
update staged_attendees s
set
  invitation_id = i.id,
  user_id = i.claimed_by,
  found_by = 'messenger_id'
from conference_invitations i
where
  i.conference_id = $1
  and i.messenger_id = s.messenger_id
  and s.invitation_id is null;

-- 3 of 7
update staged_attendees s
set
  invitation_id = case
    when found.are_several then null
    else found.id
  end,
  user_id = case
    when found.are_several then null
    else found.claimed_by
  end,
  found_by = case
    when found.are_several then 'several'
    else 'email'
  end
from
  (
    select
      h.row,
      bool_or(h.has_code) as has_code,
      count(*) = 1
      and bool_and(
        i.ticket_code_hash is null
        and i.withdrawn_at is null
      ) as is_codeless,
      (
        array_agg(
          i.id
          order by
            (i.ticket_code_hash is not null)::int,
            i.id
        )
      ) [1] as id,
      (
        array_agg(
          i.claimed_by
          order by
            (i.ticket_code_hash is not null)::int,
            i.id
        )
      ) [1] as claimed_by,
      count(*) > 1
      and count(*) filter (
        where i.ticket_code_hash is null
      ) <> 1 as are_several
    from
      (
        select
          s.row,
          s.messenger_id,
          s.username,
          unnest(s.email_hashes) as hash,
          s.ticket_hashes is not null as has_code
        from staged_attendees s
        where
          s.invitation_id is null
          and s.email_hashes[1] not in (
            select hash
            from
              (
                select
                  email_hashes[1] as hash,
                  array_agg(
                    row
                    order by row
                  ) as rows
                from staged_attendees
                where email_hashes is not null
                group by 1
                having
                  count(*) > 1
              ) shared
          )
      ) h
      join conference_invitations i on i.conference_id = $1
      and i.email_hash = h.hash
      and not coalesce(h.messenger_id <> i.messenger_id, false)
      and not coalesce(lower(h.username) <> lower(i.username), false)
    group by h.row
  ) found
where
  s.row = found.row
  and (
    found.is_codeless
    or not found.has_code
  );

-- 4 of 7
update staged_attendees s
set
  invitation_id = i.id,
  user_id = i.claimed_by,
  found_by = 'username'
from conference_invitations i
where
  i.conference_id = $1
  and i.messenger_id is null
  and s.invitation_id is null
  and s.messenger_id is null
  and lower(i.username) = lower(s.username);

-- 5 of 7
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

-- 6 of 7
analyze staged_attendees;

-- 7 of 7
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
