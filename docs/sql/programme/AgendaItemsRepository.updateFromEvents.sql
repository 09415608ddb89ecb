update agenda_items i
set
  title = case
    when i.edited_fields && '{title}'::text[] then i.title
    else e.title
  end,
  description = case
    when i.edited_fields && '{description}'::text[] then i.description
    else e.description
  end,
  starts_at = case
    when i.edited_fields && '{starts_at,ends_at}'::text[] then i.starts_at
    else e.starts_at
  end,
  ends_at = case
    when i.edited_fields && '{starts_at,ends_at}'::text[] then i.ends_at
    else e.ends_at
  end,
  room = case
    when i.edited_fields && '{room}'::text[] then i.room
    else e.venue_name
  end,
  version = i.version + 1,
  updated_at = now()
from events e
where
  e.id = i.event_id
  and e.id = any($1::bigint[])
  and (i.title, i.description, i.starts_at, i.ends_at, i.room) is distinct from (
    case
      when i.edited_fields && '{title}'::text[] then i.title
      else e.title
    end,
    case
      when i.edited_fields && '{description}'::text[] then i.description
      else e.description
    end,
    case
      when i.edited_fields && '{starts_at,ends_at}'::text[] then i.starts_at
      else e.starts_at
    end,
    case
      when i.edited_fields && '{starts_at,ends_at}'::text[] then i.ends_at
      else e.ends_at
    end,
    case
      when i.edited_fields && '{room}'::text[] then i.room
      else e.venue_name
    end
  )
returning i.id;
