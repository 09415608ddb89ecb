with
  waiting as (
    delete from match_term_backlog
    where user_id = $1
  )
delete from match_terms
where user_id = $2;
