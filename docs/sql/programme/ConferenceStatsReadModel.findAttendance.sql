with
  counted as materialized (
    select
      ticket_type,
      count(*) filter (
        where holds_seat(status)
      ) as seats,
      count(*) filter (
        where status = 'waitlisted'
      ) as waitlisted,
      0 as invited,
      count(*) filter (
        where status = 'checked_in'
      ) as arrived,
      0 as guests
    from conference_attendances
    where
      conference_id = $1
      and status <> 'cancelled'
    group by ticket_type
    union all
    select
      ticket_type,
      0,
      0,
      count(*),
      0,
      count(checked_in_at)
    from conference_invitations
    where
      conference_id = $2
      and has_seat
      and claimed_at is null
      and withdrawn_at is null
    group by ticket_type
  )
select
  (
    select row_to_json(t)
    from
      (
        select
          coalesce(sum(seats + guests), 0) as seats,
          coalesce(sum(waitlisted), 0) as waitlisted,
          coalesce(sum(invited), 0) as invited,
          coalesce(sum(arrived + guests), 0) as arrived
        from counted
      ) as t
  ) as totals,
  (
    select coalesce(json_agg(t), '[]')
    from
      (
        select
          ticket_type,
          coalesce(sum(seats + guests), 0) as seats,
          coalesce(sum(waitlisted), 0) as waitlisted,
          coalesce(sum(invited), 0) as invited,
          coalesce(sum(arrived + guests), 0) as arrived
        from counted
        group by ticket_type
        order by
          sum(seats + waitlisted + invited) desc,
          ticket_type nulls last
        limit 200
      ) as t
  ) as by_ticket_type;
