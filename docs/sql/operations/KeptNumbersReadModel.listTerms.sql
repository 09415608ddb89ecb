select
  u.id,
  u.interests,
  u.looking_for,
  u.offering,
  u.is_listed,
  coalesce(
    (
      select e.tags
      from enrichments e
      where
        e.user_id = u.id
        and e.synced_at is not null
    ),
    '{}'
  ) as tags,
  coalesce(
    (
      select json_agg(json_build_array(m.kind, m.term, m.is_listed))
      from match_terms m
      where m.user_id = u.id
    ),
    '[]'
  ) as terms
from users u
where
  u.id > $1
  and not exists (
    select
    from match_term_backlog b
    where b.user_id = u.id
  )
order by u.id
limit $2;
