update conference_invitations
set
  first_name = $1,
  last_name = $2,
  company = $3,
  job_title = $4
where
  id in (
    select i.id
    from
      conference_invitations as i
      inner join conferences as c on c.id = i.conference_id
    where
      c.ends_at < $5
      and i.claimed_at is null
      and (
        i.first_name is not null
        or i.last_name is not null
        or i.company is not null
        or i.job_title is not null
      )
    limit $6
    for no key update of
      i skip locked
  );
