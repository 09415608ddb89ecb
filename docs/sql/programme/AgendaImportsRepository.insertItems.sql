insert into
  agenda_items (
    conference_id,
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
    import_key,
    import_source
  )
select
  $1::bigint,
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
  import_key,
  import_source
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
      language text,
      url text,
      links jsonb,
      import_key text,
      import_source text
    )
  ) with ordinality as r (
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
    import_key,
    import_source,
    place
  )
order by place
returning id;
