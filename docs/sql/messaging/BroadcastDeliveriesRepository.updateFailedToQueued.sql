-- 1 of 2
set local statement_timeout = 60000;

-- 2 of 2
with
  queued as (
    update deliveries d
    set
      status = 'queued',
      reason = null,
      attempts = 0,
      due_at = clock_timestamp()
    from
      notifications n
      join users u on u.id = n.user_id
      left join notification_settings s on s.user_id = u.id
      left join (
        values
          ('connection_request', 'connections'),
          ('connection_accepted', 'connections'),
          ('event_approved', 'events'),
          ('event_rejected', 'events'),
          ('event_promoted', 'events'),
          ('event_updated', 'events'),
          ('event_cancelled', 'events'),
          ('programme_changed', 'events'),
          ('conference_updated', 'conferences'),
          ('conference_cancelled', 'conferences'),
          ('agenda_item_updated', 'events'),
          ('agenda_item_cancelled', 'events'),
          ('conference_promoted', 'conferences'),
          ('seat_given', 'events'),
          ('seat_taken', 'events'),
          ('warning', 'messages'),
          ('partner_minted', 'partner'),
          ('quest_task_approved', 'quests'),
          ('quest_task_rejected', 'quests'),
          ('quest_registration_approved', 'quests'),
          ('quest_registration_rejected', 'quests'),
          ('quest_completed', 'quests'),
          ('quest_reminder', 'quests'),
          ('points_adjusted', 'quests'),
          ('session_reminder', 'reminders'),
          ('message', 'messages')
      ) as t (type, topic) on t.type = n.type
    where
      d.job_id = $1
      and d.status = 'failed'
      and n.id = d.notification_id
      and u.erased_at is null
      and not u.is_blocked
      and delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, t.topic) is null
    returning 1
  )
select count(*) as count
from queued;
