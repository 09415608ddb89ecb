with
  given as materialized (
    select
      r.*,
      clock_timestamp() as at
    from
      jsonb_to_recordset($1::jsonb) as r (
        bot_message_id bigint,
        chat_id bigint,
        content_hash text,
        state text,
        is_done boolean,
        delay_ms float8,
        is_counted boolean,
        chat_pause_ms float8,
        is_lost boolean
      )
  ),
  edited as (
    update bot_messages b
    set
      state = r.state,
      run_id = null,
      leased_until = null,
      content_hash = case
        when r.is_done then r.content_hash
      end,
      edited_at = case
        when r.is_done then r.at
        else b.edited_at
      end,
      attempts = case
        when r.is_done then 0
        else b.attempts - (not r.is_counted)::int
      end,
      is_urgent = b.is_urgent
      and (
        b.edit_due_at is not null
        or r.delay_ms is not null
      ),
      edit_due_at = case
        when r.state = 'standing' then least(b.edit_due_at, r.at + r.delay_ms * interval '1 ms')
      end
    from given r
    where
      b.id = r.bot_message_id
      and b.run_id = $2
      and b.state = 'standing'
    returning
      b.notification_id,
      r.is_lost,
      r.at
  ),
  -- What the message can no longer say is said by the newest notice again.
  again as (
    insert into deliveries (notification_id, user_id, due_at)
    select distinct
      on (k.id) k.id,
      k.user_id,
      e.at
    from
      edited e
      join notifications n on n.id = e.notification_id
      join notifications k on k.id = coalesce(n.superseded_by, n.id)
    where
      e.is_lost
      and k.job_id is null
    on conflict (notification_id) do update
    set
      status = 'queued',
      reason = null,
      attempts = 0,
      due_at = excluded.due_at
    where deliveries.status not in ('queued', 'sending')
  )
update messenger_chats c
set
  free_at = r.at + interval '1 second',
  paused_until = case
    when r.chat_pause_ms > 0 then greatest(c.paused_until, r.at + r.chat_pause_ms * interval '1 ms')
    else c.paused_until
  end,
  slowed_at = case
    when r.chat_pause_ms > 0 then r.at
    else c.slowed_at
  end
from given r
where c.chat_id = r.chat_id;
