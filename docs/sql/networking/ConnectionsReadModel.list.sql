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
  (
    select n.note
    from connection_notes n
    where
      n.connection_id = c.id
      and n.writer_id = $4
  ) as seen_note,
  u.is_listed
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $5::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $6::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $7
    or c.recipient_id = $8
  )
  inner join (
    select
      id,
      recipient_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      requester_id = $9
      and not status = $10
    union all
    select
      id,
      requester_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      recipient_id = $11
      and not status = $12
  ) as m on m.other_id = u.id
where u.is_blocked = $13
order by
  m.changed_at desc,
  m.id desc
limit $14
offset $15;

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
  (
    select n.note
    from connection_notes n
    where
      n.connection_id = c.id
      and n.writer_id = $4
  ) as seen_note,
  u.is_listed
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $5::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $6::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $7
    or c.recipient_id = $8
  )
  inner join (
    select
      id,
      recipient_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      requester_id = $9
      and not status = $10
  ) as m on m.other_id = u.id
where u.is_blocked = $11
order by
  m.changed_at desc,
  m.id desc
limit $12
offset $13;

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
  (
    select n.note
    from connection_notes n
    where
      n.connection_id = c.id
      and n.writer_id = $4
  ) as seen_note,
  u.is_listed
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $5::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $6::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $7
    or c.recipient_id = $8
  )
  inner join (
    select
      id,
      recipient_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      requester_id = $9
      and status = $10
    union all
    select
      id,
      requester_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      recipient_id = $11
      and status = $12
  ) as m on m.other_id = u.id
where u.is_blocked = $13
order by
  m.changed_at desc,
  m.id desc
limit $14
offset $15;

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
  (
    select n.note
    from connection_notes n
    where
      n.connection_id = c.id
      and n.writer_id = $4
  ) as seen_note,
  u.is_listed
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $5::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $6::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $7
    or c.recipient_id = $8
  )
  inner join (
    select
      id,
      recipient_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      requester_id = $9
      and status = $10
  ) as m on m.other_id = u.id
where u.is_blocked = $11
order by
  m.changed_at desc,
  m.id desc
limit $12
offset $13;

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
  (
    select n.note
    from connection_notes n
    where
      n.connection_id = c.id
      and n.writer_id = $4
  ) as seen_note,
  u.is_listed
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $5::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $6::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $7
    or c.recipient_id = $8
  )
  inner join (
    select
      id,
      requester_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      recipient_id = $9
      and not status = $10
  ) as m on m.other_id = u.id
where u.is_blocked = $11
order by
  m.changed_at desc,
  m.id desc
limit $12
offset $13;

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
