select
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
  cancelled_by_import
from agenda_items
where id = $1
limit $2
for update;
