-- no filter, 1 of 2
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  c.id as seen_id,
  c.status as seen_status,
  c.message as seen_message,
  c.created_at as seen_created_at,
  c.responded_at as seen_responded_at,
  c.met_at as seen_met_at,
  c.met_conference_id as seen_met_conference_id,
  case
    when c.requester_id = $3 then 'sent'
    else 'received'
  end as seen_direction,
  u.is_listed
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $4::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $5::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $6
    or c.recipient_id = $7
  )
  inner join (
    select
      id,
      recipient_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      requester_id = $8
      and not status = $9
    union all
    select
      id,
      requester_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      recipient_id = $10
      and not status = $11
  ) as m on m.other_id = u.id
where u.is_blocked = $12
order by
  m.changed_at desc,
  m.id desc
limit $13
offset $14;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      users as u
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
      inner join (
        select
          id,
          recipient_id as other_id,
          coalesce(responded_at, created_at) as changed_at
        from connections
        where
          requester_id = $5
          and not status = $6
        union all
        select
          id,
          requester_id as other_id,
          coalesce(responded_at, created_at) as changed_at
        from connections
        where
          recipient_id = $7
          and not status = $8
      ) as m on m.other_id = u.id
    where u.is_blocked = $9
    limit $10
  ) as counted;

-- by direction, 1 of 2
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  c.id as seen_id,
  c.status as seen_status,
  c.message as seen_message,
  c.created_at as seen_created_at,
  c.responded_at as seen_responded_at,
  c.met_at as seen_met_at,
  c.met_conference_id as seen_met_conference_id,
  case
    when c.requester_id = $3 then 'sent'
    else 'received'
  end as seen_direction,
  u.is_listed
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $4::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $5::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $6
    or c.recipient_id = $7
  )
  inner join (
    select
      id,
      recipient_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      requester_id = $8
      and not status = $9
  ) as m on m.other_id = u.id
where u.is_blocked = $10
order by
  m.changed_at desc,
  m.id desc
limit $11
offset $12;

-- by direction, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      users as u
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
      inner join (
        select
          id,
          recipient_id as other_id,
          coalesce(responded_at, created_at) as changed_at
        from connections
        where
          requester_id = $5
          and not status = $6
      ) as m on m.other_id = u.id
    where u.is_blocked = $7
    limit $8
  ) as counted;

-- by status, 1 of 2
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  c.id as seen_id,
  c.status as seen_status,
  c.message as seen_message,
  c.created_at as seen_created_at,
  c.responded_at as seen_responded_at,
  c.met_at as seen_met_at,
  c.met_conference_id as seen_met_conference_id,
  case
    when c.requester_id = $3 then 'sent'
    else 'received'
  end as seen_direction,
  u.is_listed
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $4::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $5::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $6
    or c.recipient_id = $7
  )
  inner join (
    select
      id,
      recipient_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      requester_id = $8
      and status = $9
    union all
    select
      id,
      requester_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      recipient_id = $10
      and status = $11
  ) as m on m.other_id = u.id
where u.is_blocked = $12
order by
  m.changed_at desc,
  m.id desc
limit $13
offset $14;

-- by status, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      users as u
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
      inner join (
        select
          id,
          recipient_id as other_id,
          coalesce(responded_at, created_at) as changed_at
        from connections
        where
          requester_id = $5
          and status = $6
        union all
        select
          id,
          requester_id as other_id,
          coalesce(responded_at, created_at) as changed_at
        from connections
        where
          recipient_id = $7
          and status = $8
      ) as m on m.other_id = u.id
    where u.is_blocked = $9
    limit $10
  ) as counted;

-- every filter, 1 of 2
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  c.id as seen_id,
  c.status as seen_status,
  c.message as seen_message,
  c.created_at as seen_created_at,
  c.responded_at as seen_responded_at,
  c.met_at as seen_met_at,
  c.met_conference_id as seen_met_conference_id,
  case
    when c.requester_id = $3 then 'sent'
    else 'received'
  end as seen_direction,
  u.is_listed
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $4::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $5::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $6
    or c.recipient_id = $7
  )
  inner join (
    select
      id,
      recipient_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      requester_id = $8
      and status = $9
  ) as m on m.other_id = u.id
where u.is_blocked = $10
order by
  m.changed_at desc,
  m.id desc
limit $11
offset $12;

-- every filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      users as u
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
      inner join (
        select
          id,
          recipient_id as other_id,
          coalesce(responded_at, created_at) as changed_at
        from connections
        where
          requester_id = $5
          and status = $6
      ) as m on m.other_id = u.id
    where u.is_blocked = $7
    limit $8
  ) as counted;

-- received, 1 of 2
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  c.id as seen_id,
  c.status as seen_status,
  c.message as seen_message,
  c.created_at as seen_created_at,
  c.responded_at as seen_responded_at,
  c.met_at as seen_met_at,
  c.met_conference_id as seen_met_conference_id,
  case
    when c.requester_id = $3 then 'sent'
    else 'received'
  end as seen_direction,
  u.is_listed
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $4::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $5::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $6
    or c.recipient_id = $7
  )
  inner join (
    select
      id,
      requester_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      recipient_id = $8
      and not status = $9
  ) as m on m.other_id = u.id
where u.is_blocked = $10
order by
  m.changed_at desc,
  m.id desc
limit $11
offset $12;

-- received, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      users as u
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
      inner join (
        select
          id,
          requester_id as other_id,
          coalesce(responded_at, created_at) as changed_at
        from connections
        where
          recipient_id = $5
          and not status = $6
      ) as m on m.other_id = u.id
    where u.is_blocked = $7
    limit $8
  ) as counted;
