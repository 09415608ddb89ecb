with
  given as (
    select
      u.id as user_id,
      g.kind::"char" as kind,
      g.term,
      u.is_listed
    from
      unnest($1::bigint[], $2::text[], $3::text[]) as g (user_id, kind, term)
      join users u on u.id = g.user_id
    for no key update of
      u
  ),
  gone as (
    delete from match_terms m
    where
      m.user_id = any($4::bigint[])
      and m.kind = any($5::text[]::"char" [])
      and not exists (
        select
        from given g
        where
          g.user_id = m.user_id
          and g.kind = m.kind
          and g.term = m.term
      )
  )
insert into match_terms (user_id, kind, term, is_listed)
select
  user_id,
  kind,
  term,
  is_listed
from given
on conflict do nothing;
