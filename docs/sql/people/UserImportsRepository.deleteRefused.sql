with
  refused as (
    with
      erased as (
        select distinct
          s.row
        from
          staged_users s,
          unnest(s.messenger_hashes) as hash
          join erased_people e on e.messenger_hash = hash
      ),
      judged as (
        select
          s.row,
          min(s.row) over (
            partition by
              s.messenger_id
          ) as first_row,
          s.first_name,
          u.id is not null as is_known,
          e.row is not null as is_erased
        from
          staged_users s
          left join users u on u.messenger_id = s.messenger_id
          left join erased e on e.row = s.row
      )
    select
      row,
      'messenger_id' as field,
      'the same as in row ' || first_row as error,
      'same_person' as code,
      jsonb_build_object('row', first_row) as params
    from judged
    where row > first_row
    union all
    select
      row,
      'messenger_id',
      'this user has erased their account',
      'erased',
      null
    from judged
    where
      row = first_row
      and is_erased
      and not is_known
    union all
    select
      row,
      'first_name',
      'expected a name for a new user',
      'required',
      null
    from judged
    where
      row = first_row
      and first_name is null
      and not is_erased
      and not is_known
  ),
  deleted as (
    delete from staged_users s using refused r
    where s.row = r.row
  )
select
  row,
  field,
  error,
  code,
  coalesce(params, '{}') as params,
  count(*) over () as count
from refused
order by row
limit 1000;
