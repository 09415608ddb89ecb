select
  served.language,
  count(*),
  min(u.id) as user_id
from
  users as u
  cross join lateral (
    select
      (
        select tag
        from unnest($1::text[]) as available (tag)
        where
          lower(coalesce(u.language, u.language_code)) = lower(tag)
          or (
            starts_with(lower(coalesce(u.language, u.language_code)), lower(tag) || '-')
            and length(split_part(tag, '-', -1)) > 1
          )
        order by length(tag) desc
        limit 1
      ) as language
    offset 0
  ) as served
where
  u.erased_at is null
  and u.is_blocked = $2
group by served.language;
