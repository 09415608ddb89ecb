select
  exists (
    select
    from
      messenger_updates as earlier
      join messenger_updates as this using (bot_id, person_id)
    where
      this.bot_id = $1
      and this.update_id = $2
      and earlier.content ->> 'kind' = 'command'
      and (earlier.received_at, earlier.update_id) < (this.received_at, this.update_id)
      and earlier.received_at > clock_timestamp() - interval '1 minute'
  ) as has_earlier;
