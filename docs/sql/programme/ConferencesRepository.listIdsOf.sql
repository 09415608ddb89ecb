select id
from conferences
where
  (
    id in (
      select conference_id
      from conference_attendances
      where
        user_id = $1
        and not status = $2
    )
    and ends_at > $3
  )
  or id in (
    select i.conference_id
    from
      conference_invitations as i
      inner join users as u on u.messenger_id = i.messenger_id
      or (
        i.messenger_id is null
        and lower(u.username) = lower(i.username)
      )
    where
      u.id = $4
      and i.has_seat = $5
  );
