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
  is_contact_visible(u.id, $1, u.contact_visibility, null) as contact_visible,
  'none' as connection_status
from users u
where
  u.id = any($2)
  and (
    select other.is_listed
    from users other
    where other.id = u.id
  )
  and (
    select true
    from recommendation_dismissals d
    where
      d.user_id = $3
      and d.dismissed_id = u.id
  ) is not true
  and (
    select u.id <> all ($4::bigint[])
  )
  and (
    $5::bigint is null
    or (
      select true
      from conference_attendances a
      where
        a.conference_id = $6
        and a.user_id = u.id
        and holds_seat(a.status) is not false
    )
  )
  and (
    select true
    from connections c
    where
      least(c.requester_id, c.recipient_id) = least(u.id, $7::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $8::bigint)
      and c.status <> 'withdrawn'
  ) is not true;
