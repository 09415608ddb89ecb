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
      and not exists (
        select
        from blocks
        where
          blocker_id = $3
          and blocked_id = $4
      )
      and not exists (
        select
        from blocks
        where
          blocker_id = $5
          and blocked_id = $6
      )
      and (
        u.is_listed
        or exists (
          select
          from connections
          where
            least(requester_id, recipient_id) = least($7::bigint, $8)
            and greatest(requester_id, recipient_id) = greatest($9::bigint, $10)
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
