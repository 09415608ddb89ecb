-- anonymous, 1 of 2
select count(*) as total
from
  (
    select 1
    from users as u
    where u.is_listed = $1
    limit $2
  ) as counted;

-- anonymous, 2 of 2
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
  false as contact_visible,
  null as connection_status
from users as u
where u.is_listed = $1
order by u.id desc
limit $2
offset $3;

-- every filter, 1 of 4
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
    where
      u.is_listed = $5
      and not u.id = $6
      and (
        (
          u.search_text like search_pattern($7)
          and u.search_text like search_pattern($8)
        )
        or (
          u.username ilike search_pattern($9)
          and is_contact_visible(u.id, $10, u.contact_visibility, c.status)
        )
      )
      and folded(u.interests) @> array[lower($11)]
      and exists (
        select
        from
          (
            select a.user_id
            from conference_attendances a
            where
              a.conference_id = $12
              and holds_seat(a.status)
            union all
            select a.user_id
            from
              event_attendances a
              join events e on e.id = a.event_id
              and e.status = 'approved'
            where
              e.conference_id = $13
              and holds_seat(a.status)
          ) as seated
        where seated.user_id = u.id
      )
      and exists (
        select
        from conferences d
        where
          d.id = $14
          and d.status = 'draft'
      ) is not true
    limit $15
  ) as counted;

-- every filter, 2 of 4
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
  connection_status_for($2, c.requester_id, c.status) as connection_status
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  u.is_listed = $7
  and not u.id = $8
  and (
    (
      u.search_text like search_pattern($9)
      and u.search_text like search_pattern($10)
    )
    or (
      u.username ilike search_pattern($11)
      and is_contact_visible(u.id, $12, u.contact_visibility, c.status)
    )
  )
  and folded(u.interests) @> array[lower($13)]
  and exists (
    select
    from
      (
        select a.user_id
        from conference_attendances a
        where
          a.conference_id = $14
          and holds_seat(a.status)
        union all
        select a.user_id
        from
          event_attendances a
          join events e on e.id = a.event_id
          and e.status = 'approved'
        where
          e.conference_id = $15
          and holds_seat(a.status)
      ) as seated
    where seated.user_id = u.id
  )
  and exists (
    select
    from conferences d
    where
      d.id = $16
      and d.status = 'draft'
  ) is not true
order by u.id desc
limit $17
offset $18;

-- every filter, 3 of 4
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
    where
      u.is_listed = $5
      and not u.id = $6
      and (
        (
          contains_similar(u.search_text, $7)
          and contains_similar(u.search_text, $8)
        )
        or (
          u.username ilike search_pattern($9)
          and is_contact_visible(u.id, $10, u.contact_visibility, c.status)
        )
      )
      and folded(u.interests) @> array[lower($11)]
      and exists (
        select
        from
          (
            select a.user_id
            from conference_attendances a
            where
              a.conference_id = $12
              and holds_seat(a.status)
            union all
            select a.user_id
            from
              event_attendances a
              join events e on e.id = a.event_id
              and e.status = 'approved'
            where
              e.conference_id = $13
              and holds_seat(a.status)
          ) as seated
        where seated.user_id = u.id
      )
      and exists (
        select
        from conferences d
        where
          d.id = $14
          and d.status = 'draft'
      ) is not true
    limit $15
  ) as counted;

-- every filter, 4 of 4
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
  connection_status_for($2, c.requester_id, c.status) as connection_status
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  u.is_listed = $7
  and not u.id = $8
  and (
    (
      contains_similar(u.search_text, $9)
      and contains_similar(u.search_text, $10)
    )
    or (
      u.username ilike search_pattern($11)
      and is_contact_visible(u.id, $12, u.contact_visibility, c.status)
    )
  )
  and folded(u.interests) @> array[lower($13)]
  and exists (
    select
    from
      (
        select a.user_id
        from conference_attendances a
        where
          a.conference_id = $14
          and holds_seat(a.status)
        union all
        select a.user_id
        from
          event_attendances a
          join events e on e.id = a.event_id
          and e.status = 'approved'
        where
          e.conference_id = $15
          and holds_seat(a.status)
      ) as seated
    where seated.user_id = u.id
  )
  and exists (
    select
    from conferences d
    where
      d.id = $16
      and d.status = 'draft'
  ) is not true
order by u.id desc
limit $17
offset $18;

-- after a cursor
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
  connection_status_for($2, c.requester_id, c.status) as connection_status
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  u.is_listed = $7
  and not u.id = $8
  and u.id < $9
order by u.id desc
limit $10;
