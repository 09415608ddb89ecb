with
  taken as (
    delete from match_term_backlog
    where
      user_id in (
        select user_id
        from match_term_backlog
        order by user_id
        limit $1
        for update
          skip locked
      )
    returning user_id
  )
select
  u.id,
  u.interests,
  u.looking_for,
  u.offering,
  coalesce(
    (
      select e.tags
      from enrichments e
      where
        e.user_id = u.id
        and e.synced_at is not null
    ),
    '{}'
  ) as tags
from users u
where
  u.id in (
    select user_id
    from taken
  )
order by u.id
for no key update of
  u;
