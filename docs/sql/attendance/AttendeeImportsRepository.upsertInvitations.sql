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
        ticket_code_hash,
        ticket_code_end,
        scan_code_hash,
        email_hash,
        guest_key_id,
        claimed_by,
        claimed_at,
        has_seat,
        queue_number,
        import_id
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
      ticket_hashes[1],
      ticket_code_end,
      scan_hashes[1],
      email_hashes[1],
      case
        when (
          s.ticket_hashes is not null
          or s.scan_hashes is not null
          or s.email_hashes is not null
        ) then $2
      end,
      user_id,
      case
        when user_id is not null then $3::timestamptz
      end,
      user_id is null
      and has_seat,
      coalesce(queue_number, nextval('attendance_queue')),
      $4::uuid
    from staged_attendees s
    where
      invitation_id is null
      and (
        user_id is null
        or messenger_id is null
        or (
          s.ticket_hashes is not null
          or s.scan_hashes is not null
          or s.email_hashes is not null
        )
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
      id = $5
      and taken.count > 0
  ),
  changed as (
    update conference_invitations i
    set
      (messenger_id, username, first_name, last_name, company, job_title, ticket_type) = row (
        coalesce(s.messenger_id, i.messenger_id),
        coalesce(s.username, i.username),
        coalesce(s.first_name, i.first_name),
        coalesce(s.last_name, i.last_name),
        coalesce(s.company, i.company),
        coalesce(s.job_title, i.job_title),
        coalesce(s.ticket_type, i.ticket_type)
      ),
      ticket_code_hash = coalesce(s.ticket_hashes[1], i.ticket_code_hash),
      ticket_code_end = case
        when s.ticket_hashes is null then i.ticket_code_end
        else s.ticket_code_end
      end,
      scan_code_hash = coalesce(s.scan_hashes[1], i.scan_code_hash),
      email_hash = coalesce(s.email_hashes[1], i.email_hash),
      email_encrypted = case
        when s.email_hashes is not null
        and coalesce(i.email_hash <> all (s.email_hashes), true) then null
        else i.email_encrypted
      end,
      guest_key_id = case
        when (
          i.ticket_code_hash is null
          or s.ticket_hashes is not null
        )
        and (
          i.scan_code_hash is null
          or s.scan_hashes is not null
        )
        and (
          i.email_hash is null
          or s.email_hashes is not null
        ) then $6
        else coalesce(i.guest_key_id, $7)
      end
    from staged_attendees s
    where
      i.id = s.invitation_id
      and i.claimed_at is null
      and i.withdrawn_at is null
      and (
        (
          i.messenger_id,
          i.username,
          i.first_name,
          i.last_name,
          i.company,
          i.job_title,
          i.ticket_type
        ) is distinct from (
          coalesce(s.messenger_id, i.messenger_id),
          coalesce(s.username, i.username),
          coalesce(s.first_name, i.first_name),
          coalesce(s.last_name, i.last_name),
          coalesce(s.company, i.company),
          coalesce(s.job_title, i.job_title),
          coalesce(s.ticket_type, i.ticket_type)
        )
        or s.ticket_hashes is not null
        and coalesce(i.ticket_code_hash <> all (s.ticket_hashes), true)
        or s.scan_hashes is not null
        and coalesce(i.scan_code_hash <> all (s.scan_hashes), true)
        or s.email_hashes is not null
        and coalesce(i.email_hash <> all (s.email_hashes), true)
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
    from invited
  ) as invited,
  (
    select count(*)
    from changed
  ) as updated;
