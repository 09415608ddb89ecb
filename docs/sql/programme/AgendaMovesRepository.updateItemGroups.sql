update agenda_items
set
  room = $1,
  version = version + 1,
  updated_at = now(),
  edited_fields = case
    when event_id is null
    and not edited_fields @> $2::text[] then edited_fields || $3::text[]
    else edited_fields
  end
where id = any($4::bigint[]);
