select
  kind::text,
  term,
  coalesce(c.people, 0) as expected,
  coalesce(k.people, 0) as found
from
  (
    select
      kind,
      term,
      count(*)::integer as people
    from match_terms
    where is_listed
    group by
      kind,
      term
    union all
    select
      '*',
      '',
      count(*)::integer
    from users
    where is_listed
  ) c
  full join match_term_counts k using (kind, term)
where c.people is distinct from k.people
order by
  kind,
  term;
