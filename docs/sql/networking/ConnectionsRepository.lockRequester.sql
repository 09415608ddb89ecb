with
  requester as (
    select
      id,
      messenger_id,
      first_name,
      last_name,
      photo_url
    from users
    where id = $1
    for no key update
  ),
  recipient as (
    select u.messenger_id
    from
      requester,
      users u
    where
      u.id = $2
      and not u.is_blocked
      and u.erased_at is null
      and (
        u.is_listed
        or exists (
          select
          from connections
          where
            least(requester_id, recipient_id) = least($3::bigint, $4)
            and greatest(requester_id, recipient_id) = greatest($5::bigint, $6)
            and status <> 'withdrawn'
        )
      )
    for key share of u
  )
select
  *,
  (
    select messenger_id
    from recipient
  ) as recipient_messenger_id
from requester;
