-- no filter, 1 of 2
select
  m.id,
  m.key,
  m.user_id,
  m.kind,
  m.storage,
  m.purpose,
  m.status,
  m.mime_type,
  m.bytes,
  m.width,
  m.height,
  m.frames,
  m.variants,
  m.variant_keys,
  m.created_at,
  json_build_array(m.id, m.id) as sort_place
from media as m
where m.status = $1
order by m.id desc
limit $2
offset $3;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from media as m
    where m.status = $1
    limit $2
  ) as counted;

-- by user_id, 1 of 2
select
  m.id,
  m.key,
  m.user_id,
  m.kind,
  m.storage,
  m.purpose,
  m.status,
  m.mime_type,
  m.bytes,
  m.width,
  m.height,
  m.frames,
  m.variants,
  m.variant_keys,
  m.created_at,
  json_build_array(m.id, m.id) as sort_place
from media as m
where
  m.status = $1
  and m.user_id = $2
order by m.id desc
limit $3
offset $4;

-- by user_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from media as m
    where
      m.status = $1
      and m.user_id = $2
    limit $3
  ) as counted;

-- by kind, 1 of 2
select
  m.id,
  m.key,
  m.user_id,
  m.kind,
  m.storage,
  m.purpose,
  m.status,
  m.mime_type,
  m.bytes,
  m.width,
  m.height,
  m.frames,
  m.variants,
  m.variant_keys,
  m.created_at,
  json_build_array(m.id, m.id) as sort_place
from media as m
where
  m.status = $1
  and m.kind = $2
order by m.id desc
limit $3
offset $4;

-- by kind, 2 of 2
select count(*) as total
from
  (
    select 1
    from media as m
    where
      m.status = $1
      and m.kind = $2
    limit $3
  ) as counted;

-- by purpose, 1 of 2
select
  m.id,
  m.key,
  m.user_id,
  m.kind,
  m.storage,
  m.purpose,
  m.status,
  m.mime_type,
  m.bytes,
  m.width,
  m.height,
  m.frames,
  m.variants,
  m.variant_keys,
  m.created_at,
  json_build_array(m.id, m.id) as sort_place
from media as m
where
  m.status = $1
  and m.purpose = $2
order by m.id desc
limit $3
offset $4;

-- by purpose, 2 of 2
select count(*) as total
from
  (
    select 1
    from media as m
    where
      m.status = $1
      and m.purpose = $2
    limit $3
  ) as counted;

-- by unused, 1 of 2
select
  m.id,
  m.key,
  m.user_id,
  m.kind,
  m.storage,
  m.purpose,
  m.status,
  m.mime_type,
  m.bytes,
  m.width,
  m.height,
  m.frames,
  m.variants,
  m.variant_keys,
  m.created_at,
  json_build_array(m.id, m.id) as sort_place
from media as m
where
  m.status = $1
  and coalesce(
    (
      select true
      from user_quest_tasks s
      where s.media_id = m.id
      limit 1
    ),
    (
      select true
      from users u
      where u.photo_media_id = m.id
      limit 1
    ),
    (
      select true
      from conferences p
      where
        p.image_url is not null
        and media_key(p.image_url) = any(m.key || m.variant_keys)
      limit 1
    ),
    (
      select true
      from events p
      where
        p.image_url is not null
        and media_key(p.image_url) = any(m.key || m.variant_keys)
      limit 1
    ),
    (
      select true
      from quests p
      where
        p.image_url is not null
        and media_key(p.image_url) = any(m.key || m.variant_keys)
      limit 1
    ),
    (
      select true
      from speakers p
      where
        p.photo_url is not null
        and media_key(p.photo_url) = any(m.key || m.variant_keys)
      limit 1
    ),
    false
  ) = $2
order by m.id desc
limit $3
offset $4;

-- by unused, 2 of 2
select count(*) as total
from
  (
    select 1
    from media as m
    where
      m.status = $1
      and coalesce(
        (
          select true
          from user_quest_tasks s
          where s.media_id = m.id
          limit 1
        ),
        (
          select true
          from users u
          where u.photo_media_id = m.id
          limit 1
        ),
        (
          select true
          from conferences p
          where
            p.image_url is not null
            and media_key(p.image_url) = any(m.key || m.variant_keys)
          limit 1
        ),
        (
          select true
          from events p
          where
            p.image_url is not null
            and media_key(p.image_url) = any(m.key || m.variant_keys)
          limit 1
        ),
        (
          select true
          from quests p
          where
            p.image_url is not null
            and media_key(p.image_url) = any(m.key || m.variant_keys)
          limit 1
        ),
        (
          select true
          from speakers p
          where
            p.photo_url is not null
            and media_key(p.photo_url) = any(m.key || m.variant_keys)
          limit 1
        ),
        false
      ) = $2
    limit $3
  ) as counted;

-- every filter, 1 of 2
select
  m.id,
  m.key,
  m.user_id,
  m.kind,
  m.storage,
  m.purpose,
  m.status,
  m.mime_type,
  m.bytes,
  m.width,
  m.height,
  m.frames,
  m.variants,
  m.variant_keys,
  m.created_at,
  json_build_array(m.id, m.id) as sort_place
from media as m
where
  m.status = $1
  and m.user_id = $2
  and m.kind = $3
  and m.purpose = $4
  and coalesce(
    (
      select true
      from user_quest_tasks s
      where s.media_id = m.id
      limit 1
    ),
    (
      select true
      from users u
      where u.photo_media_id = m.id
      limit 1
    ),
    (
      select true
      from conferences p
      where
        p.image_url is not null
        and media_key(p.image_url) = any(m.key || m.variant_keys)
      limit 1
    ),
    (
      select true
      from events p
      where
        p.image_url is not null
        and media_key(p.image_url) = any(m.key || m.variant_keys)
      limit 1
    ),
    (
      select true
      from quests p
      where
        p.image_url is not null
        and media_key(p.image_url) = any(m.key || m.variant_keys)
      limit 1
    ),
    (
      select true
      from speakers p
      where
        p.photo_url is not null
        and media_key(p.photo_url) = any(m.key || m.variant_keys)
      limit 1
    ),
    false
  ) = $5
order by m.id desc
limit $6
offset $7;

-- every filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from media as m
    where
      m.status = $1
      and m.user_id = $2
      and m.kind = $3
      and m.purpose = $4
      and coalesce(
        (
          select true
          from user_quest_tasks s
          where s.media_id = m.id
          limit 1
        ),
        (
          select true
          from users u
          where u.photo_media_id = m.id
          limit 1
        ),
        (
          select true
          from conferences p
          where
            p.image_url is not null
            and media_key(p.image_url) = any(m.key || m.variant_keys)
          limit 1
        ),
        (
          select true
          from events p
          where
            p.image_url is not null
            and media_key(p.image_url) = any(m.key || m.variant_keys)
          limit 1
        ),
        (
          select true
          from quests p
          where
            p.image_url is not null
            and media_key(p.image_url) = any(m.key || m.variant_keys)
          limit 1
        ),
        (
          select true
          from speakers p
          where
            p.photo_url is not null
            and media_key(p.photo_url) = any(m.key || m.variant_keys)
          limit 1
        ),
        false
      ) = $5
    limit $6
  ) as counted;

-- by size, after a cursor
select
  m.id,
  m.key,
  m.user_id,
  m.kind,
  m.storage,
  m.purpose,
  m.status,
  m.mime_type,
  m.bytes,
  m.width,
  m.height,
  m.frames,
  m.variants,
  m.variant_keys,
  m.created_at,
  json_build_array(m.bytes, m.id) as sort_place
from media as m
where
  m.status = $1
  and (m.bytes, m.id) > ($2, $3)
order by
  m.bytes asc,
  m.id asc
limit $4;
