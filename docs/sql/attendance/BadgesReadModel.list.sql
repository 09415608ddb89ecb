-- 1 of 2
select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
from pg_stat_activity
where
  datname = current_database()
  and backend_type = 'client backend';

-- 2 of 2
select
  h.user_id,
  h.invitation_id,
  h.first_name,
  h.last_name,
  h.company,
  h.ticket_type,
  h.queue_number,
  folded_for_search(concat_ws(' ', h.last_name, h.first_name)) as name
from
  (
    select
      a.user_id,
      null::bigint as invitation_id,
      u.first_name,
      u.last_name,
      u.company,
      a.ticket_type,
      a.queue_number,
      greatest(
        case
          when a.badge_changed_at = i.changed_at then i.badge_changed_at
          else a.badge_changed_at
        end,
        u.roster_changed_at
      ) as changed_at
    from
      conference_attendances a
      join users u on u.id = a.user_id
      left join conference_invitations i on i.conference_id = a.conference_id
      and i.queue_number = a.queue_number
      and i.claimed_by = a.user_id
    where
      a.conference_id = $1
      and holds_seat(a.status)
    union all
    select
      null,
      i.id,
      i.first_name,
      i.last_name,
      i.company,
      i.ticket_type,
      i.queue_number,
      i.badge_changed_at
    from conference_invitations i
    where
      i.conference_id = $2
      and i.claimed_at is null
      and i.withdrawn_at is null
      and i.has_seat
  ) h
order by
  name,
  h.queue_number
limit $3;

-- filtered
select
  h.user_id,
  h.invitation_id,
  h.first_name,
  h.last_name,
  h.company,
  h.ticket_type,
  h.queue_number,
  folded_for_search(concat_ws(' ', h.last_name, h.first_name)) as name
from
  (
    select
      a.user_id,
      null::bigint as invitation_id,
      u.first_name,
      u.last_name,
      u.company,
      a.ticket_type,
      a.queue_number,
      greatest(
        case
          when a.badge_changed_at = i.changed_at then i.badge_changed_at
          else a.badge_changed_at
        end,
        u.roster_changed_at
      ) as changed_at
    from
      conference_attendances a
      join users u on u.id = a.user_id
      left join conference_invitations i on i.conference_id = a.conference_id
      and i.queue_number = a.queue_number
      and i.claimed_by = a.user_id
    where
      a.conference_id = $1
      and holds_seat(a.status)
    union all
    select
      null,
      i.id,
      i.first_name,
      i.last_name,
      i.company,
      i.ticket_type,
      i.queue_number,
      i.badge_changed_at
    from conference_invitations i
    where
      i.conference_id = $2
      and i.claimed_at is null
      and i.withdrawn_at is null
      and i.has_seat
  ) h
where
  h.ticket_type = $3
  and h.changed_at > $4
  and (
    h.user_id = any($5::bigint[])
    or h.invitation_id = any($6::bigint[])
  )
  and (folded_for_search(concat_ws(' ', h.last_name, h.first_name)), h.queue_number) > ($7, $8)
order by
  name,
  h.queue_number
limit $9;
