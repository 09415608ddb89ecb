insert into agenda_items (conference_id, title, description, kind, track, room, starts_at, ends_at, import_key)
select
  $1::bigint,
  title,
  description,
  kind,
  track,
  room,
  starts_at,
  ends_at,
  import_key
from rows
from
  (
    jsonb_to_recordset($2::jsonb) as (
      title text,
      description text,
      kind text,
      track text,
      room text,
      starts_at timestamptz,
      ends_at timestamptz,
      import_key text
    )
  ) with ordinality as r (title, description, kind, track, room, starts_at, ends_at, import_key, place)
order by place
returning id;
