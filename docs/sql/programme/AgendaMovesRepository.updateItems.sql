update agenda_items i
set
  starts_at = r.starts_at,
  ends_at = r.ends_at,
  room = r.room,
  status = r.status,
  cancelled_by_import = r.cancelled_by_import,
  edited_fields = r.edited_fields,
  version = i.version + 1,
  updated_at = now()
from
  jsonb_to_recordset($1::jsonb) as r (
    id bigint,
    starts_at timestamptz,
    ends_at timestamptz,
    room text,
    status text,
    cancelled_by_import boolean,
    edited_fields text[]
  )
where i.id = r.id;
