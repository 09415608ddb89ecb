select
  i.id,
  i.conference_id,
  i.event_id,
  i.title,
  i.description,
  i.kind,
  i.track,
  i.room,
  i.starts_at,
  i.ends_at,
  i.language,
  i.url,
  i.links,
  i.status,
  i.position,
  i.version,
  i.created_at,
  i.updated_at,
  i.edited_fields,
  i.import_key,
  i.import_source,
  i.cancelled_by_import,
  coalesce(
    (
      select
        json_agg(
          x.speaker_id
          order by x.position
        )
      from agenda_item_speakers x
      where x.agenda_item_id = i.id
    ),
    '[]'
  ) as speaker_ids
from agenda_items i
where i.id = any($1::bigint[]);
