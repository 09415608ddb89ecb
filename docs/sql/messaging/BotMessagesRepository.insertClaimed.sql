with
  moment as materialized (
    select clock_timestamp() + 20 * interval '1 second' as until
  ),
  given as (
    select *
    from
      jsonb_to_recordset($1::jsonb) as g (
        notification_id bigint,
        user_id bigint,
        chat_id bigint,
        subjects text[],
        content_hash text
      )
  ),
  taken as (
    insert into messenger_chats (chat_id, free_at)
    select
      chat_id,
      until
    from
      moment,
      (
        select chat_id
        from given
        union
        select unnest($2::bigint[])
      ) as c
    on conflict (chat_id) do update
    set free_at = excluded.free_at
  ),
  outdated as (
    update deliveries
    set
      status = 'skipped',
      reason = 'outdated',
      run_id = null,
      leased_until = null,
      attempts = attempts - 1
    where notification_id = any($3::bigint[])
  ),
  -- Until the answer, nobody knows what stands in the chat.
  edited as (
    update bot_messages
    set content_hash = null
    where id = any($4::bigint[])
  ),
  unchanged as (
    update bot_messages
    set
      run_id = null,
      leased_until = null,
      attempts = 0,
      is_urgent = false
    where id = any($5::bigint[])
  ),
  sent as (
    insert into bot_messages (user_id, chat_id, notification_id, state, content_hash, run_id, leased_until)
    select
      user_id,
      chat_id,
      notification_id,
      'sending',
      content_hash,
      $6,
      until
    from
      given,
      moment
    on conflict (notification_id)
    where
      state = 'sending'
      and notification_id is not null do update
    set
      content_hash = excluded.content_hash,
      edit_due_at = null,
      is_urgent = false,
      run_id = excluded.run_id,
      leased_until = excluded.leased_until
    returning
      id,
      notification_id
  ),
  about as (
    insert into bot_message_subjects (subject, bot_message_id)
    select
      unnest(subjects),
      id
    from
      sent
      join given using (notification_id)
    on conflict do nothing
  )
select
  id,
  notification_id
from sent;
