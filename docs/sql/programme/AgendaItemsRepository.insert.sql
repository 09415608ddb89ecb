insert into agenda_items (conference_id, ends_at, starts_at, title)
values ($1, $2, $3, $4)
returning
  id,
  conference_id,
  event_id,
  title,
  description,
  kind,
  track,
  room,
  starts_at,
  ends_at,
  language,
  url,
  links,
  status,
  "position",
  version,
  created_at,
  updated_at,
  edited_fields,
  cancelled_by_import;
