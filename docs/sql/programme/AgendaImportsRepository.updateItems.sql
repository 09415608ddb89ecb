update agenda_items i
set
  title = r.title,
  description = r.description,
  kind = r.kind,
  track = r.track,
  room = r.room,
  starts_at = r.starts_at,
  ends_at = r.ends_at,
  language = r.language,
  url = r.url,
  links = r.links,
  import_key = r.import_key,
  import_source = r.import_source,
  status = r.status,
  cancelled_by_import = r.cancelled_by_import,
  edited_fields = r.edited_fields,
  version = i.version + 1,
  updated_at = now()
from
  jsonb_to_recordset($1::jsonb) as r (
    id bigint,
    title text,
    description text,
    kind text,
    track text,
    room text,
    starts_at timestamptz,
    ends_at timestamptz,
    language text,
    url text,
    links jsonb,
    import_key text,
    import_source text,
    status text,
    cancelled_by_import boolean,
    edited_fields text[]
  )
where i.id = r.id;
