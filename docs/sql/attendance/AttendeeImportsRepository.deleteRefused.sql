with
  refused as (
    with
      erased as (
        select distinct
          s.row
        from
          staged_attendees s,
          unnest(s.messenger_hashes) as hash
          join erased_people e on e.messenger_hash = hash
      ),
      judged as (
        select
          s.row,
          a.status,
          i.withdrawn_at is not null as is_withdrawn,
          s.user_id is null
          and e.row is not null as is_erased,
          case
            when s.messenger_id is null then 'username'
            else 'messenger_id'
          end as field,
          min(s.row) over (
            partition by
              s.user_id,
              case
                when s.user_id is null then coalesce(s.messenger_id::text, '@' || lower(s.username))
              end
          ) as first_row
        from
          staged_attendees s
          left join erased e on e.row = s.row
          left join conference_invitations i on i.id = s.invitation_id
          left join conference_attendances a on a.conference_id = $1
          and a.user_id = s.user_id
      )
    select
      row,
      field,
      'the same person as in row ' || first_row as error
    from judged
    where row > first_row
    union all
    select
      row,
      field,
      'this user has erased their account'
    from judged
    where
      row = first_row
      and is_erased
    union all
    select
      row,
      field,
      'this invitation was withdrawn'
    from judged
    where
      row = first_row
      and is_withdrawn
      and not is_erased
      and status is null
    union all
    select
      row,
      field,
      'this user has cancelled their registration'
    from judged
    where
      row = first_row
      and status = 'cancelled'
  ),
  deleted as (
    delete from staged_attendees s using refused r
    where s.row = r.row
  )
select
  row,
  field,
  error,
  count(*) over () as count
from refused
order by row
limit 1000;
