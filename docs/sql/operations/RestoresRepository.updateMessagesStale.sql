with
  ahead as (
    select unnest(array['event:' || id, 'event_seat:' || id]) as subject
    from events
    where coalesce(ends_at, starts_at) > now()
    union all
    select 'agenda_item:' || id
    from agenda_items
    where ends_at > now()
    union all
    select unnest(array['conference:' || id, 'conference_seat:' || id])
    from conferences
    where ends_at > now()
    union all
    select 'connection:' || id
    from connections
    where status = 'pending'
    union all
    select unnest(array['quest:' || id, 'quest_reminder:' || id])
    from quests
    where coalesce(ends_at, 'infinity') > now()
  ),
  stale as (
    update bot_messages
    set
      content_hash = null,
      edit_due_at = now()
    where
      state = 'standing'
      and id in (
        select s.bot_message_id
        from
          bot_message_subjects s
          join ahead using (subject)
      )
    returning 1
  )
select count(*) as stale_messages
from stale;
