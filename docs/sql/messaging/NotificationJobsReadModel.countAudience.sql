-- every filter
select
  count(*) as people,
  count(*) filter (
    where
      case
        when not u.messenger_reachable then 'unreachable'
        when not u.notifications_enabled then 'disabled'
        when $1 = any(s.muted_topics) then 'muted'
      end is null
  ) as reachable
from
  users as u
  left join notification_settings as s on s.user_id = u.id
where
  u.erased_at is null
  and u.is_blocked = $2
  and exists (
    select
    from conference_attendances a
    where
      a.user_id = u.id
      and a.status in ('registered', 'checked_in')
      and (
        $3::bigint[] is null
        or a.conference_id = any($4)
      )
      and (
        $5::text[] is null
        or a.ticket_type = any($6)
      )
  )
  and exists (
    select
    from event_attendances a
    where
      a.user_id = u.id
      and a.status in ('registered', 'checked_in')
      and a.event_id = any($7)
  )
  and (
    lower(u.language_code) = any(folded($8))
    or lower(split_part(u.language_code, '-', 1)) = any(folded($9))
  )
  and folded(u.interests) && folded($10)
  and u.onboarding_status = any($11)
  and u.id = any($12)
  and u.messenger_id = any($13)
  and u.created_at >= $14
  and u.created_at < $15;

-- a spreadsheet
select
  count(*) as people,
  count(*) filter (
    where
      case
        when not u.messenger_reachable then 'unreachable'
        when not u.notifications_enabled then 'disabled'
        when $1 = any(s.muted_topics) then 'muted'
      end is null
  ) as reachable
from
  users as u
  inner join broadcast_recipients as p on p.user_id = u.id
  left join notification_settings as s on s.user_id = u.id
where
  u.erased_at is null
  and u.is_blocked = $2
  and p.job_id = $3;
