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
      repeated as (
        select
          row,
          min(first_row) as first_row
        from
          (
            select
              s.row,
              first.row as first_row
            from
              staged_attendees s
              join (
                select
                  s.ticket_hashes[1] as key,
                  min(s.row) as row
                from staged_attendees s
                where s.ticket_hashes is not null
                group by 1
                having
                  count(*) > 1
              ) first on first.key = s.ticket_hashes[1]
            where
              s.ticket_hashes is not null
              and s.row > first.row
            union all
            select
              s.row,
              first.row as first_row
            from
              staged_attendees s
              join (
                select
                  s.scan_hashes[1] as key,
                  min(s.row) as row
                from staged_attendees s
                where s.scan_hashes is not null
                group by 1
                having
                  count(*) > 1
              ) first on first.key = s.scan_hashes[1]
            where
              s.scan_hashes is not null
              and s.row > first.row
            union all
            select
              s.row,
              first.row as first_row
            from
              staged_attendees s
              join (
                select
                  s.messenger_id as key,
                  min(s.row) as row
                from staged_attendees s
                where s.messenger_id is not null
                group by 1
                having
                  count(*) > 1
              ) first on first.key = s.messenger_id
            where
              s.messenger_id is not null
              and s.row > first.row
            union all
            select
              s.row,
              first.row as first_row
            from
              staged_attendees s
              join (
                select
                  lower(s.username) as key,
                  min(s.row) as row
                from staged_attendees s
                where
                  s.username is not null
                  and s.messenger_id is null
                group by 1
                having
                  count(*) > 1
              ) first on first.key = lower(s.username)
            where
              s.username is not null
              and s.messenger_id is null
              and s.row > first.row
            union all
            select
              s.row,
              first.row as first_row
            from
              staged_attendees s
              join (
                select
                  s.invitation_id as key,
                  min(s.row) as row
                from staged_attendees s
                where s.invitation_id is not null
                group by 1
                having
                  count(*) > 1
              ) first on first.key = s.invitation_id
            where
              s.invitation_id is not null
              and s.row > first.row
            union all
            select
              s.row,
              first.row as first_row
            from
              staged_attendees s
              join (
                select
                  s.user_id as key,
                  min(s.row) as row
                from staged_attendees s
                where
                  s.user_id is not null
                  and s.found_by is distinct from 'ticket_code'
                group by 1
                having
                  count(*) > 1
              ) first on first.key = s.user_id
            where
              s.user_id is not null
              and s.found_by is distinct from 'ticket_code'
              and s.row > first.row
          ) each
        group by row
      ),
      shared as (
        select
          s.row,
          rows[1] as one,
          case
            when s.row = rows[1] then rows[2]
            else s.row
          end as other
        from
          (
            select
              email_hashes[1] as hash,
              array_agg(
                row
                order by row
              ) as rows
            from staged_attendees
            where email_hashes is not null
            group by 1
            having
              count(*) > 1
          ) emails
          join staged_attendees s on s.email_hashes[1] = emails.hash
        where
          s.email_hashes is not null
          and s.ticket_hashes is null
          and s.messenger_id is null
          and s.username is null
      ),
      judged as (
        select
          s.row,
          case
            when s.messenger_id is not null then 'messenger_id'
            when s.ticket_hashes is not null then 'ticket_code'
            when s.username is not null then 'username'
            else 'email'
          end as field,
          r.first_row,
          shared.one,
          shared.other,
          a.status,
          i.withdrawn_at is not null as is_withdrawn,
          s.user_id is null
          and e.row is not null as is_erased,
          s.found_by = 'several'
          and s.email_hashes is not null
          and s.ticket_hashes is null
          and s.messenger_id is null
          and s.username is null as is_ambiguous,
          s.scan_hashes,
          i.claimed_at is null
          and i.withdrawn_at is null as is_open,
          s.found_by,
          s.invitation_id,
          s.messenger_id,
          s.username,
          coalesce(s.messenger_id, i.messenger_id) is null as is_by_username
        from
          staged_attendees s
          left join erased e on e.row = s.row
          left join repeated r on r.row = s.row
          left join shared on shared.row = s.row
          left join conference_invitations i on i.id = s.invitation_id
          left join conference_attendances a on a.conference_id = $1
          and a.user_id = s.user_id
      ),
      first as (
        select *
        from judged
        where
          first_row is null
          and one is null
      )
    select
      row,
      'email' as field,
      'EMAIL_NOT_UNIQUE: rows ' || one || ' and ' || other || ' have this e-mail; each needs its ticket code' as error,
      'email_shared' as code,
      jsonb_build_object('row', one, 'other', other) as params
    from judged
    where one is not null
    union all
    select
      row,
      field,
      'the same person as in row ' || first_row,
      'same_person',
      jsonb_build_object('row', first_row)
    from judged
    where
      first_row is not null
      and one is null
    union all
    select
      row,
      field,
      'this user has erased their account',
      'erased',
      null
    from first
    where is_erased
    union all
    select
      row,
      field,
      'this invitation was withdrawn',
      'withdrawn',
      null
    from first
    where
      is_withdrawn
      and not is_erased
      and status is null
    union all
    select
      row,
      field,
      'this user has cancelled their registration',
      'cancelled',
      null
    from first
    where status = 'cancelled'
    union all
    select
      row,
      'email',
      'EMAIL_NOT_UNIQUE: several invitations have this e-mail; the row needs its ticket code',
      'email_ambiguous',
      null
    from first
    where
      is_ambiguous
      and status is null
    union all
    select
      f.row,
      'scan_code',
      'another invitation has it',
      'taken',
      null
    from
      first f
      join conference_invitations other on other.conference_id = $2
      and other.scan_code_hash = any(f.scan_hashes)
    where
      f.scan_hashes is not null
      and other.id is distinct from f.invitation_id
    union all
    select
      f.row,
      'messenger_id',
      'another invitation has it',
      'taken',
      null
    from
      first f
      join conference_invitations other on other.conference_id = $3
      and other.messenger_id = f.messenger_id
    where
      f.is_open
      and f.found_by = 'ticket_code'
      and other.id <> f.invitation_id
    union all
    select
      f.row,
      'username',
      'another invitation has it',
      'taken',
      null
    from
      first f
      join conference_invitations other on other.conference_id = $4
      and lower(other.username) = lower(f.username)
      and other.messenger_id is null
    where
      f.is_open
      and f.found_by in ('ticket_code', 'email')
      and f.is_by_username
      and other.id <> f.invitation_id
  ),
  deleted as (
    delete from staged_attendees s using refused r
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
