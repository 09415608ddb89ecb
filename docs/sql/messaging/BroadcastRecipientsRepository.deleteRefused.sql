with
  refused as (
    with
      judged as (
        select
          s.row,
          s.person_id,
          u.is_blocked,
          case
            when s.user_id is not null then 'user_id'
            when s.messenger_id is not null then 'messenger_id'
            else 'username'
          end as field,
          min(s.row) over (
            partition by
              s.person_id
          ) as first_row
        from
          staged_recipients s
          left join users u on u.id = s.person_id
      )
    select
      row,
      field,
      'expected an existing user' as error,
      'not_found' as code,
      null::jsonb as params
    from judged
    where person_id is null
    union all
    select
      row,
      field,
      'this user is blocked',
      'blocked',
      null
    from judged
    where is_blocked
    union all
    select
      row,
      field,
      'the same user as in row ' || first_row,
      'same_person',
      jsonb_build_object('row', first_row)
    from judged
    where
      not is_blocked
      and row > first_row
  ),
  deleted as (
    delete from staged_recipients s using refused r
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
