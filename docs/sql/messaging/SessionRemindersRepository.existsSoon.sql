select
  exists (
    select
    from events
    where
      status = 'approved'
      and starts_at > now()
      and starts_at <= now() + interval '61 minutes'
  )
  or exists (
    select
    from agenda_items
    where
      status = 'scheduled'
      and starts_at > now()
      and starts_at <= now() + interval '61 minutes'
  ) as is_soon;
