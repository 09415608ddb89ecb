select id
from conferences
where
  (
    ends_at > $1
    and (
      id in (
        select conference_id
        from conference_attendances
        where
          user_id = $2
          and not status = $3
      )
      or id in (
        select conference_id
        from conference_invitations
        where
          claimed_by = $4
          and messenger_id is null
          and withdrawn_at is null
      )
    )
  )
  or id in (
    select i.conference_id
    from
      conference_invitations as i
      inner join users as u on u.messenger_id = i.messenger_id
    where
      u.id = $5
      and i.has_seat = $6
      and i.claimed_at is null
  );
