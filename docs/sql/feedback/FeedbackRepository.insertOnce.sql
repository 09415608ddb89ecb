insert into
  feedback (
    user_id,
    message,
    rating,
    category,
    contact,
    context,
    conference_id,
    event_id,
    agenda_item_id,
    repeat_hash,
    created_at
  )
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict (repeat_hash)
where repeat_hash is not null do update
set
  repeat_hash = excluded.repeat_hash
  -- Only an updated row has an xmax.
returning
  id,
  created_at,
  xmax = 0 as is_new;
