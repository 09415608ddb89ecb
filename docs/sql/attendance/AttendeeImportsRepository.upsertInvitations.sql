with
  invited as (
    insert into
      conference_invitations (
        conference_id,
        messenger_id,
        username,
        first_name,
        last_name,
        company,
        job_title,
        ticket_type,
        claimed_by,
        claimed_at,
        has_seat,
        queue_number
      )
    select
      $1,
      messenger_id,
      username,
      first_name,
      last_name,
      company,
      job_title,
      ticket_type,
      user_id,
      case
        when user_id is not null then $2::timestamptz
      end,
      user_id is null
      and has_seat,
      coalesce(queue_number, nextval('attendance_queue'))
    from staged_attendees
    where
      invitation_id is null
      and (
        user_id is null
        or messenger_id is null
      )
    order by row
    returning
      claimed_by,
      has_seat
  ),
  counted as (
    update conferences
    set invited_count = invited_count + taken.count
    from
      (
        select count(*)
        from invited
        where has_seat
      ) taken
    where
      id = $3
      and taken.count > 0
  ),
  changed as (
    update conference_invitations i
    set
      (username, first_name, last_name, company, job_title, ticket_type) = row (
        coalesce(s.username, i.username),
        coalesce(s.first_name, i.first_name),
        coalesce(s.last_name, i.last_name),
        coalesce(s.company, i.company),
        coalesce(s.job_title, i.job_title),
        coalesce(s.ticket_type, i.ticket_type)
      )
    from staged_attendees s
    where
      i.id = s.invitation_id
      and i.claimed_at is null
      and i.withdrawn_at is null
      and (i.username, i.first_name, i.last_name, i.company, i.job_title, i.ticket_type) is distinct from (
        coalesce(s.username, i.username),
        coalesce(s.first_name, i.first_name),
        coalesce(s.last_name, i.last_name),
        coalesce(s.company, i.company),
        coalesce(s.job_title, i.job_title),
        coalesce(s.ticket_type, i.ticket_type)
      )
    returning 1
  )
select
  (
    select count(*)
    from invited
    where claimed_by is null
  ) as created,
  (
    select count(*)
    from changed
  ) as updated;
