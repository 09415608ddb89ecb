-- every filter, 1 of 2
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
    limit $5
  ) as counted;

-- every filter, 2 of 2
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
  m.created_at
from media as m
where
  m.status = $1
  and m.user_id = $2
  and m.kind = $3
  and m.purpose = $4
order by m.id desc
limit $5
offset $6;

-- after a cursor
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
  m.created_at
from media as m
where
  m.status = $1
  and m.id < $2
order by m.id desc
limit $3;
