update conference_invitations
set email_encrypted = $1
where
  id in (
    select i.id
    from
      conference_invitations as i
      inner join conferences as c on c.id = i.conference_id
    where
      c.ends_at < $2
      and i.email_encrypted is not null
    limit $3
    for no key update of
      i skip locked
  );
