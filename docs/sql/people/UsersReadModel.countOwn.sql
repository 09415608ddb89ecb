select
  (
    select count(*)
    from
      connections c
      join users u on u.id = c.recipient_id
      and not u.is_blocked
    where
      c.requester_id = $1
      and c.status = 'accepted'
  ) + (
    select count(*)
    from
      connections c
      join users u on u.id = c.requester_id
      and not u.is_blocked
    where
      c.recipient_id = $2
      and c.status = 'accepted'
  ) as connections,
  (
    select count(*)
    from
      connections c
      join users u on u.id = c.requester_id
      and not u.is_blocked
    where
      c.recipient_id = $3
      and c.status = 'pending'
  ) as pending_requests,
  (
    select count(*)
    from event_attendances
    where
      user_id = $4
      and status <> 'cancelled'
  ) as events,
  (
    select count(*)
    from
      user_quests uq
      join quests q on q.id = uq.quest_id
      and q.deleted_at is null
    where
      uq.user_id = $5
      and uq.status = 'completed'
  ) as quests_completed,
  (
    select count(*)
    from notifications
    where
      user_id = $6
      and is_unread(in_app, dismissed_at, clicked_at)
  ) as unread_notifications;
