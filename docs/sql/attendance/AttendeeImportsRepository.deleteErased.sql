with
  erased as (
    select distinct
      s.row
    from
      (
        select
          row,
          unnest(coalesce(ticket_hashes, email_hashes) || messenger_hashes || username_hashes) as hash
        from staged_attendees
      ) s
      join (
        select unnest(erased_key_hashes) as hash
        from conference_invitations
        where
          conference_id = $1
          and erased_key_hashes <> '{}'
      ) e using (hash)
  ),
  deleted as (
    delete from staged_attendees s using erased e
    where s.row = e.row
  )
select
  row,
  count(*) over () as count
from erased
order by row
limit 1000;
