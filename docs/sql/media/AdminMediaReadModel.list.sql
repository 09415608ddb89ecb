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
    case m.purpose
      when 'proof' then (
        select true
        from user_quest_tasks s
        where s.media_id = m.id
        limit 1
      )
      else coalesce(
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
        )
      )
    end,
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
        case m.purpose
          when 'proof' then (
            select true
            from user_quest_tasks s
            where s.media_id = m.id
            limit 1
          )
          else coalesce(
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
            )
          )
        end,
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
    case m.purpose
      when 'proof' then (
        select true
        from user_quest_tasks s
        where s.media_id = m.id
        limit 1
      )
      else coalesce(
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
        )
      )
    end,
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
        case m.purpose
          when 'proof' then (
            select true
            from user_quest_tasks s
            where s.media_id = m.id
            limit 1
          )
          else coalesce(
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
            )
          )
        end,
        false
      ) = $5
    limit $6
  ) as counted;

-- by a name, 1 of 7
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- by a name, 2 of 7
with
  compared as materialized (
    (
      select
        m.id as key,
        exists (
          (
            select 1
            from users as u
            where
              u.id = m.user_id
              and (
                (
                  row_contains_word(u.search_text, $1)
                  and row_contains_word(u.search_text, $2)
                )
              )
          )
          offset 0
        ) as is_match
      from media as m
      where m.status = $3
      order by m.id desc
      limit $4
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $5
  )
select
  (
    select count(*)
    from found
  ) as matches,
  (
    select coalesce(json_agg(key), '[]')
    from
      (
        select key
        from found
        limit $6
        offset $7
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $8 then (
      select count(*)
      from compared
    ) < $9
    else false
  end as "isWhole";

-- by a name, 3 of 7
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- by a name, 4 of 7
select
  count(*) as total,
  coalesce(
    case
      when count(*) <= 1000 then json_agg(key)
    end,
    '[]'
  ) as keys
from
  (
    (
      select m.id as key
      from
        media as m
        inner join users as u on u.id = m.user_id
      where
        m.status = $1
        and (
          (
            contains_misspelled((u.search_text || ' @' || lower(coalesce(u.username, ''))), $2)
            and contains_misspelled((u.search_text || ' @' || lower(coalesce(u.username, ''))), $3)
            and contains_misspelled(u.search_text, $4)
            and contains_misspelled(u.search_text, $5)
          )
        )
        and m.id = any(
          array(
            (
              (
                select m.id as key
                from
                  media as m
                  inner join users as u on u.id = m.user_id
                where
                  m.status = $6
                  and (
                    (
                      contains_swapped((u.search_text || ' @' || lower(coalesce(u.username, ''))), $7)
                      and contains_swapped((u.search_text || ' @' || lower(coalesce(u.username, ''))), $8)
                      and contains_swapped(u.search_text, $9)
                      and contains_swapped(u.search_text, $10)
                    )
                  )
                limit $11
              )
              union all
              (
                select m.id as key
                from
                  media as m
                  inner join users as u on u.id = m.user_id
                where
                  m.status = $12
                  and (
                    (
                      contains_piece((u.search_text || ' @' || lower(coalesce(u.username, ''))), $13)
                      and contains_piece((u.search_text || ' @' || lower(coalesce(u.username, ''))), $14)
                      and contains_piece(u.search_text, $15)
                      and contains_piece(u.search_text, $16)
                    )
                  )
                limit $17
              )
            )
          )
        )
      limit $18
    )
  ) as found;

-- by a name, 6 of 7
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
  and m.id = any($2::bigint[])
order by m.id desc
limit $3
offset $4;

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
