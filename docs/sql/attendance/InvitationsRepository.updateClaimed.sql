with
  due as materialized (
    select
      i.id,
      i.ticket_type,
      u.id as user_id,
      i.messenger_id is null as by_username,
      case
        when i.messenger_id is not null then i.company
      end as company,
      case
        when i.messenger_id is not null then i.job_title
      end as job_title
    from
      conference_invitations i
      join users u on u.id = case
        when i.messenger_id is null then (
          select n.id
          from users n
          where lower(n.username) = lower(i.username)
          order by
            n.messenger_signed_at desc nulls last,
            n.id desc
          limit 1
        )
        else (
          select n.id
          from users n
          where n.messenger_id = i.messenger_id
        )
      end
    where
      i.conference_id = $1
      and i.id = any($2::bigint[])
      and i.claimed_at is null
      and u.erased_at is null
    for key share of u
  ),
  people as (
    select
      user_id,
      min(id) as place,
      (
        array_agg(
          ticket_type
          order by
            by_username,
            id
        ) filter (
          where ticket_type is not null
        )
      ) [1] as ticket_type,
      (
        array_agg(
          company
          order by
            by_username,
            id
        ) filter (
          where company is not null
        )
      ) [1] as company,
      (
        array_agg(
          job_title
          order by
            by_username,
            id
        ) filter (
          where job_title is not null
        )
      ) [1] as job_title,
      case
        when coalesce(
          (
            array_agg(
              by_username
              order by
                by_username,
                id
            ) filter (
              where ticket_type is not null
            )
          ) [1],
          bool_and(by_username)
        ) then 'username'
      end as claimed_by
    from due
    group by user_id
  ),
  admitted as (
    insert into conference_attendances (conference_id, user_id, status, ticket_type, claimed_by, registered_at)
    select
      $3,
      p.user_id,
      case
        when row_number() over (
          order by p.place
        ) > $4 then 'waitlisted'
        else 'registered'
      end,
      p.ticket_type,
      p.claimed_by,
      $5
    from people p
    where
      not exists (
        select
        from conference_attendances a
        where
          a.conference_id = $6
          and a.user_id = p.user_id
      )
    order by p.place
    returning status
  ),
  counted as (
    update conferences
    set
      attendee_count = attendee_count + (
        select count(*)
        from admitted
        where status = 'registered'
      )
    where
      id = $7
      and exists (
        select
        from admitted
        where status = 'registered'
      )
  ),
  ticketed as (
    update conference_attendances a
    set
      ticket_type = coalesce(a.ticket_type, p.ticket_type),
      claimed_by = p.claimed_by
    from people p
    where
      a.conference_id = $8
      and a.user_id = p.user_id
      and (
        a.ticket_type is null
        and p.ticket_type is not null
        or p.claimed_by is null
        and a.claimed_by is not null
        and (
          a.ticket_type is null
          or p.ticket_type is not null
        )
        and a.ticket_type is not distinct from p.ticket_type
      )
  ),
  filled as (
    update users u
    set
      (company, job_title, updated_at) = row (
        imported_if_empty('company', u.edited_fields, u.company, p.company),
        imported_if_empty('job_title', u.edited_fields, u.job_title, p.job_title),
        now()
      )
    from people p
    where
      u.id = p.user_id
      and (u.company, u.job_title) is distinct from (
        imported_if_empty('company', u.edited_fields, u.company, p.company),
        imported_if_empty('job_title', u.edited_fields, u.job_title, p.job_title)
      )
  )
update conference_invitations i
set
  claimed_by = due.user_id,
  claimed_at = $9
from due
where i.id = due.id;
