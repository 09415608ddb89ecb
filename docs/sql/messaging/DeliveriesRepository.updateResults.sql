with
  given as materialized (
    select
      r.*,
      clock_timestamp() as at
    from
      jsonb_to_recordset($1::jsonb) as r (
        notification_id bigint,
        bot_message_id bigint,
        chat_id bigint,
        message_id bigint,
        status text,
        reason text,
        delay_ms float8,
        is_counted boolean
      )
  ),
  recorded as (
    update deliveries d
    set
      status = case
        when is_over then 'skipped'
        else r.status
      end,
      reason = case
        when is_over then 'cancelled'
        else r.reason
      end,
      run_id = null,
      leased_until = null,
      attempts = d.attempts - (not r.is_counted)::int,
      due_at = r.at + greatest(r.delay_ms, 1000) * interval '1 ms',
      answered_at = r.at
    from
      given r
      join notifications n on n.id = r.notification_id
      left join notification_jobs j on j.id = n.job_id,
      lateral (
        select
          r.status = 'queued'
          and j.status = 'cancelled' as is_over
      ) as o
    where
      d.notification_id = r.notification_id
      and d.run_id = $2
  ),
  stood as (
    update bot_messages b
    set
      state = case r.status
        when 'sent' then 'standing'
        else 'sending'
      end,
      message_id = r.message_id,
      sent_at = case r.status
        when 'sent' then r.at
      end,
      run_id = null,
      leased_until = null
    from given r
    where
      b.id = r.bot_message_id
      and b.run_id = $3
      and b.state = 'sending'
      and r.status <> 'failed'
    returning
      b.id,
      b.user_id,
      b.state,
      b.sent_at
  ),
  refused as (
    delete from bot_messages b using given r
    where
      b.id = r.bot_message_id
      and b.run_id = $4
      and b.state = 'sending'
      and r.status = 'failed'
  ),
  older as (
    update bot_messages o
    set edit_due_at = least(o.edit_due_at, s.sent_at)
    from stood s
    where
      s.state = 'standing'
      and o.user_id = s.user_id
      and o.id <> s.id
      and o.state = 'standing'
      and exists (
        select
        from
          bot_message_subjects mine
          join bot_message_subjects theirs on theirs.subject = mine.subject
        where
          mine.bot_message_id = s.id
          and theirs.bot_message_id = o.id
          and mine.subject not like 'job:%'
      )
  )
update messenger_chats c
set free_at = r.at + interval '1 second'
from given r
where c.chat_id = r.chat_id;
