update events e
set
  starts_at = r.starts_at,
  ends_at = r.ends_at,
  venue_name = r.venue_name,
  registration_closes_at = r.registration_closes_at,
  status = r.status,
  edited_fields = array(
    select distinct
      unnest(e.edited_fields || r.edited)
    order by 1
  ),
  version = e.version + 1,
  updated_at = now()
from
  jsonb_to_recordset($1::jsonb) as r (
    id bigint,
    starts_at timestamptz,
    ends_at timestamptz,
    venue_name text,
    registration_closes_at timestamptz,
    status text,
    edited text[]
  )
where e.id = r.id;
