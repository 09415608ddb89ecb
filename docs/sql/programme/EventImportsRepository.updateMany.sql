update events e
set
  title = case
    when e.edited_fields && '{title}'::text[] then e.title
    else r.title
  end,
  description = case
    when e.edited_fields && '{description}'::text[] then e.description
    else r.description
  end,
  starts_at = case
    when e.edited_fields && '{starts_at,ends_at}'::text[] then e.starts_at
    else r.starts_at
  end,
  ends_at = case
    when e.edited_fields && '{starts_at,ends_at}'::text[] then e.ends_at
    else r.ends_at
  end,
  all_day = case
    when e.edited_fields && '{all_day}'::text[] then e.all_day
    else r.all_day
  end,
  timezone = case
    when e.edited_fields && '{timezone}'::text[] then e.timezone
    else r.timezone
  end,
  venue_name = case
    when e.edited_fields && '{venue}'::text[] then e.venue_name
    else r.venue_name
  end,
  venue_latitude = case
    when e.edited_fields && '{venue}'::text[] then e.venue_latitude
    else r.venue_latitude
  end,
  venue_longitude = case
    when e.edited_fields && '{venue}'::text[] then e.venue_longitude
    else r.venue_longitude
  end,
  url = case
    when e.edited_fields && '{url}'::text[] then e.url
    else r.url
  end,
  image_url = case
    when e.edited_fields && '{image_url}'::text[] then e.image_url
    else r.image_url
  end,
  organizer = case
    when e.edited_fields && '{organizer}'::text[] then e.organizer
    else r.organizer
  end,
  tags = case
    when e.edited_fields && '{tags}'::text[] then e.tags
    else r.tags
  end,
  version = e.version + (
    (
      e.title,
      e.description,
      e.starts_at,
      e.ends_at,
      e.all_day,
      e.timezone,
      e.venue_name,
      e.venue_latitude,
      e.venue_longitude,
      e.url,
      e.image_url,
      e.organizer,
      e.tags,
      e.status
    ) is distinct from (
      case
        when e.edited_fields && '{title}'::text[] then e.title
        else r.title
      end,
      case
        when e.edited_fields && '{description}'::text[] then e.description
        else r.description
      end,
      case
        when e.edited_fields && '{starts_at,ends_at}'::text[] then e.starts_at
        else r.starts_at
      end,
      case
        when e.edited_fields && '{starts_at,ends_at}'::text[] then e.ends_at
        else r.ends_at
      end,
      case
        when e.edited_fields && '{all_day}'::text[] then e.all_day
        else r.all_day
      end,
      case
        when e.edited_fields && '{timezone}'::text[] then e.timezone
        else r.timezone
      end,
      case
        when e.edited_fields && '{venue}'::text[] then e.venue_name
        else r.venue_name
      end,
      case
        when e.edited_fields && '{venue}'::text[] then e.venue_latitude
        else r.venue_latitude
      end,
      case
        when e.edited_fields && '{venue}'::text[] then e.venue_longitude
        else r.venue_longitude
      end,
      case
        when e.edited_fields && '{url}'::text[] then e.url
        else r.url
      end,
      case
        when e.edited_fields && '{image_url}'::text[] then e.image_url
        else r.image_url
      end,
      case
        when e.edited_fields && '{organizer}'::text[] then e.organizer
        else r.organizer
      end,
      case
        when e.edited_fields && '{tags}'::text[] then e.tags
        else r.tags
      end,
      r.status
    )
  )::integer,
  feed_recurrence_id = r.feed_recurrence_id,
  feed_title = r.title,
  feed_starts_at = r.starts_at,
  feed_fingerprint = r.feed_fingerprint,
  feed_revision = r.feed_revision,
  status = r.status,
  cancelled_by_feed = r.cancelled_by_feed,
  updated_at = now()
from
  jsonb_to_recordset($1::jsonb) as r (
    id bigint,
    title text,
    description text,
    starts_at timestamptz,
    ends_at timestamptz,
    all_day boolean,
    timezone text,
    venue_name text,
    venue_latitude double precision,
    venue_longitude double precision,
    url text,
    image_url text,
    organizer text,
    tags text[],
    feed_recurrence_id text,
    feed_fingerprint text,
    feed_revision jsonb,
    status text,
    cancelled_by_feed boolean
  )
where e.id = r.id;
