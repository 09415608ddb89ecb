with
  counted as materialized (
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
  ),
  gone as (
    delete from match_term_counts k
    where
      not exists (
        select
        from counted c
        where
          c.kind = k.kind
          and c.term = k.term
      )
    returning 1
  ),
  changed as (
    insert into match_term_counts as k (kind, term, people)
    select
      kind,
      term,
      people
    from counted
    on conflict (kind, term) do update
    set people = excluded.people
    where k.people <> excluded.people
    returning 1
  )
select
  (
    select count(*)
    from gone
  ) + (
    select count(*)
    from changed
  ) as changed;
