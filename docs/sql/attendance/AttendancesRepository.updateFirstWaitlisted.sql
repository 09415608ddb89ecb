-- conferenceAttendances
with
  first as materialized (
    select *
    from
      (
        (
          select
            w.queue_number,
            w.user_id,
            null::bigint as invitation_id
          from
            conference_attendances w
            join users u on u.id = w.user_id
            and not u.is_blocked
          where
            w.conference_id = $1
            and w.status = 'waitlisted'
            and true
          order by w.queue_number
          limit $2
        )
        union all
        (
          select
            i.queue_number,
            null,
            i.id
          from conference_invitations i
          where
            i.conference_id = $3
            and i.claimed_at is null
            and i.withdrawn_at is null
            and not i.has_seat
          order by i.queue_number
          limit $4
        )
      ) queue
    order by queue_number
    limit $5
  ),
  promoted as (
    update conference_attendances a
    set status = 'registered'
    from first
    where
      a.conference_id = $6
      and a.user_id = first.user_id
    returning a.user_id
  ),
  seated as (
    update conference_invitations i
    set has_seat = true
    from first
    where i.id = first.invitation_id
    returning i.id
  ),
  counted as (
    update conferences
    set
      attendee_count = attendee_count + (
        select count(*)
        from promoted
      ),
      invited_count = invited_count + (
        select count(*)
        from seated
      )
    where
      id = $7
      and exists (
        select
        from first
      )
  )
select
  (
    select coalesce(json_agg(user_id), '[]')
    from promoted
  ) as "userIds",
  (
    select count(*)
    from seated
  ) as invited;

-- eventAttendances
with
  first as materialized (
    select
      w.queue_number,
      w.user_id,
      null::bigint as invitation_id
    from
      event_attendances w
      join users u on u.id = w.user_id
      and not u.is_blocked
    where
      w.event_id = $1
      and w.status = 'waitlisted'
      and not exists (
        select
        from
          events e
          join conferences c on c.id = e.conference_id
        where
          e.id = $2
          and c.status <> 'published'
      )
    order by w.queue_number
    limit $3
  ),
  promoted as (
    update event_attendances a
    set status = 'registered'
    from first
    where
      a.event_id = $4
      and a.user_id = first.user_id
    returning a.user_id
  ),
  seated as (
    select
    where false
  ),
  counted as (
    update events
    set
      attendee_count = attendee_count + (
        select count(*)
        from promoted
      )
    where
      id = $5
      and exists (
        select
        from first
      )
  )
select
  (
    select coalesce(json_agg(user_id), '[]')
    from promoted
  ) as "userIds",
  (
    select count(*)
    from seated
  ) as invited;
