-- no filter, 1 of 2
select
  s.id,
  s.slug,
  s.name,
  s.title,
  s.company,
  s.bio,
  s.photo_url,
  s.is_featured,
  s.socials,
  s.user_id,
  s.status,
  s.version,
  s.created_at,
  s.updated_at,
  coalesce(
    (
      select
        json_agg(
          json_build_object(
            'id',
            c.id,
            'slug',
            c.slug,
            'name',
            c.name,
            'starts_on',
            c.starts_on,
            'ends_on',
            c.ends_on,
            'status',
            c.status,
            'position',
            m.position
          )
          order by
            c.starts_on,
            c.id
        )
      from
        conference_speakers m
        join conferences c on c.id = m.conference_id
      where m.speaker_id = s.id
    ),
    '[]'
  ) as conferences
from speakers as s
order by
  lower(s.name) asc,
  s.id asc
limit $1
offset $2;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from speakers as s
    limit $1
  ) as counted;

-- by q, 1 of 8
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- by q, 2 of 8
with
  compared as materialized (
    (
      select
        s.id as key,
        exists (
          (
            select 1
            where
              (
                (
                  (s.search @@ search_prefix($1))
                  and (s.search @@ search_prefix($2))
                )
              )
          )
          offset 0
        ) as is_match
      from speakers as s
      order by
        lower(s.name) asc,
        s.id asc
      limit $3
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $4
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
        limit $5
        offset $6
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $7 then (
      select count(*)
      from compared
    ) < $8
    else false
  end as "isWhole";

-- by q, 3 of 8
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- by q, 4 of 8
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
    select s.id as key
    from speakers as s
    where
      (
        (
          (s.search @@ search_prefix($1))
          and (s.search @@ search_prefix($2))
        )
      )
    limit $3
  ) as found;

-- by q, 5 of 8
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
      select s.id as key
      from speakers as s
      where
        (
          (
            (
              s.search @@ search_prefix($1)
              or contains_misspelled(s.search_text, $2)
            )
            and (
              s.search @@ search_prefix($3)
              or contains_misspelled(s.search_text, $4)
            )
          )
        )
        and s.id = any(
          array(
            (
              (
                select s.id as key
                from speakers as s
                where
                  (
                    (
                      (
                        s.search @@ search_prefix($5)
                        or contains_swapped(s.search_text, $6)
                      )
                      and (
                        s.search @@ search_prefix($7)
                        or contains_swapped(s.search_text, $8)
                      )
                    )
                  )
                limit $9
              )
              union all
              (
                select s.id as key
                from speakers as s
                where
                  (
                    (
                      (
                        s.search @@ search_prefix($10)
                        or contains_piece(s.search_text, $11)
                      )
                      and (
                        s.search @@ search_prefix($12)
                        or contains_piece(s.search_text, $13)
                      )
                    )
                  )
                limit $14
              )
            )
          )
        )
      limit $15
    )
  ) as found;

-- by q, 6 of 8
set local enable_indexscan = on;

-- by q, 7 of 8
select
  s.id,
  s.slug,
  s.name,
  s.title,
  s.company,
  s.bio,
  s.photo_url,
  s.is_featured,
  s.socials,
  s.user_id,
  s.status,
  s.version,
  s.created_at,
  s.updated_at,
  coalesce(
    (
      select
        json_agg(
          json_build_object(
            'id',
            c.id,
            'slug',
            c.slug,
            'name',
            c.name,
            'starts_on',
            c.starts_on,
            'ends_on',
            c.ends_on,
            'status',
            c.status,
            'position',
            m.position
          )
          order by
            c.starts_on,
            c.id
        )
      from
        conference_speakers m
        join conferences c on c.id = m.conference_id
      where m.speaker_id = s.id
    ),
    '[]'
  ) as conferences
from speakers as s
where s.id = any($1::bigint[])
order by
  lower(s.name) asc,
  s.id asc
limit $2
offset $3;

-- by q, 8 of 8
set local enable_indexscan = off;

-- by conference_id, 1 of 2
select
  s.id,
  s.slug,
  s.name,
  s.title,
  s.company,
  s.bio,
  s.photo_url,
  s.is_featured,
  s.socials,
  s.user_id,
  s.status,
  s.version,
  s.created_at,
  s.updated_at,
  coalesce(
    (
      select
        json_agg(
          json_build_object(
            'id',
            c.id,
            'slug',
            c.slug,
            'name',
            c.name,
            'starts_on',
            c.starts_on,
            'ends_on',
            c.ends_on,
            'status',
            c.status,
            'position',
            m.position
          )
          order by
            c.starts_on,
            c.id
        )
      from
        conference_speakers m
        join conferences c on c.id = m.conference_id
      where m.speaker_id = s.id
    ),
    '[]'
  ) as conferences
from speakers as s
where
  exists (
    select
    from conference_speakers m
    where
      m.speaker_id = s.id
      and m.conference_id = $1
  )
order by
  lower(s.name) asc,
  s.id asc
limit $2
offset $3;

-- by conference_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from speakers as s
    where
      exists (
        select
        from conference_speakers m
        where
          m.speaker_id = s.id
          and m.conference_id = $1
      )
    limit $2
  ) as counted;

-- by is_featured, 1 of 2
select
  s.id,
  s.slug,
  s.name,
  s.title,
  s.company,
  s.bio,
  s.photo_url,
  s.is_featured,
  s.socials,
  s.user_id,
  s.status,
  s.version,
  s.created_at,
  s.updated_at,
  coalesce(
    (
      select
        json_agg(
          json_build_object(
            'id',
            c.id,
            'slug',
            c.slug,
            'name',
            c.name,
            'starts_on',
            c.starts_on,
            'ends_on',
            c.ends_on,
            'status',
            c.status,
            'position',
            m.position
          )
          order by
            c.starts_on,
            c.id
        )
      from
        conference_speakers m
        join conferences c on c.id = m.conference_id
      where m.speaker_id = s.id
    ),
    '[]'
  ) as conferences
from speakers as s
where s.is_featured = $1
order by
  lower(s.name) asc,
  s.id asc
limit $2
offset $3;

-- by is_featured, 2 of 2
select count(*) as total
from
  (
    select 1
    from speakers as s
    where s.is_featured = $1
    limit $2
  ) as counted;

-- by status, 1 of 2
select
  s.id,
  s.slug,
  s.name,
  s.title,
  s.company,
  s.bio,
  s.photo_url,
  s.is_featured,
  s.socials,
  s.user_id,
  s.status,
  s.version,
  s.created_at,
  s.updated_at,
  coalesce(
    (
      select
        json_agg(
          json_build_object(
            'id',
            c.id,
            'slug',
            c.slug,
            'name',
            c.name,
            'starts_on',
            c.starts_on,
            'ends_on',
            c.ends_on,
            'status',
            c.status,
            'position',
            m.position
          )
          order by
            c.starts_on,
            c.id
        )
      from
        conference_speakers m
        join conferences c on c.id = m.conference_id
      where m.speaker_id = s.id
    ),
    '[]'
  ) as conferences
from speakers as s
where s.status = $1
order by
  lower(s.name) asc,
  s.id asc
limit $2
offset $3;

-- by status, 2 of 2
select count(*) as total
from
  (
    select 1
    from speakers as s
    where s.status = $1
    limit $2
  ) as counted;

-- every filter, 2 of 7
with
  compared as materialized (
    (
      select
        s.id as key,
        exists (
          (
            select 1
            where
              (
                (
                  (s.search @@ search_prefix($1))
                  and (s.search @@ search_prefix($2))
                )
              )
          )
          offset 0
        ) as is_match
      from speakers as s
      where
        s.status = $3
        and exists (
          select
          from conference_speakers m
          where
            m.speaker_id = s.id
            and m.conference_id = $4
        )
        and s.is_featured = $5
      order by
        lower(s.name) asc,
        s.id asc
      limit $6
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $7
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
        limit $8
        offset $9
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $10 then (
      select count(*)
      from compared
    ) < $11
    else false
  end as "isWhole";

-- every filter, 4 of 7
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
      select s.id as key
      from speakers as s
      where
        s.status = $1
        and exists (
          select
          from conference_speakers m
          where
            m.speaker_id = s.id
            and m.conference_id = $2
        )
        and s.is_featured = $3
        and (
          (
            (
              s.search @@ search_prefix($4)
              or contains_misspelled(s.search_text, $5)
            )
            and (
              s.search @@ search_prefix($6)
              or contains_misspelled(s.search_text, $7)
            )
          )
        )
        and s.id = any(
          array(
            (
              (
                select s.id as key
                from speakers as s
                where
                  s.status = $8
                  and exists (
                    select
                    from conference_speakers m
                    where
                      m.speaker_id = s.id
                      and m.conference_id = $9
                  )
                  and s.is_featured = $10
                  and (
                    (
                      (
                        s.search @@ search_prefix($11)
                        or contains_swapped(s.search_text, $12)
                      )
                      and (
                        s.search @@ search_prefix($13)
                        or contains_swapped(s.search_text, $14)
                      )
                    )
                  )
                limit $15
              )
              union all
              (
                select s.id as key
                from speakers as s
                where
                  s.status = $16
                  and exists (
                    select
                    from conference_speakers m
                    where
                      m.speaker_id = s.id
                      and m.conference_id = $17
                  )
                  and s.is_featured = $18
                  and (
                    (
                      (
                        s.search @@ search_prefix($19)
                        or contains_piece(s.search_text, $20)
                      )
                      and (
                        s.search @@ search_prefix($21)
                        or contains_piece(s.search_text, $22)
                      )
                    )
                  )
                limit $23
              )
            )
          )
        )
      limit $24
    )
  ) as found;

-- every filter, 6 of 7
select
  s.id,
  s.slug,
  s.name,
  s.title,
  s.company,
  s.bio,
  s.photo_url,
  s.is_featured,
  s.socials,
  s.user_id,
  s.status,
  s.version,
  s.created_at,
  s.updated_at,
  coalesce(
    (
      select
        json_agg(
          json_build_object(
            'id',
            c.id,
            'slug',
            c.slug,
            'name',
            c.name,
            'starts_on',
            c.starts_on,
            'ends_on',
            c.ends_on,
            'status',
            c.status,
            'position',
            m.position
          )
          order by
            c.starts_on,
            c.id
        )
      from
        conference_speakers m
        join conferences c on c.id = m.conference_id
      where m.speaker_id = s.id
    ),
    '[]'
  ) as conferences
from speakers as s
where
  s.status = $1
  and exists (
    select
    from conference_speakers m
    where
      m.speaker_id = s.id
      and m.conference_id = $2
  )
  and s.is_featured = $3
  and s.id = any($4::bigint[])
order by
  lower(s.name) asc,
  s.id asc
limit $5
offset $6;

-- without a photo, 1 of 2
select
  s.id,
  s.slug,
  s.name,
  s.title,
  s.company,
  s.bio,
  s.photo_url,
  s.is_featured,
  s.socials,
  s.user_id,
  s.status,
  s.version,
  s.created_at,
  s.updated_at,
  coalesce(
    (
      select
        json_agg(
          json_build_object(
            'id',
            c.id,
            'slug',
            c.slug,
            'name',
            c.name,
            'starts_on',
            c.starts_on,
            'ends_on',
            c.ends_on,
            'status',
            c.status,
            'position',
            m.position
          )
          order by
            c.starts_on,
            c.id
        )
      from
        conference_speakers m
        join conferences c on c.id = m.conference_id
      where m.speaker_id = s.id
    ),
    '[]'
  ) as conferences
from speakers as s
where (s.photo_url is null)
order by
  lower(s.name) asc,
  s.id asc
limit $1
offset $2;

-- without a photo, 2 of 2
select count(*) as total
from
  (
    select 1
    from speakers as s
    where (s.photo_url is null)
    limit $1
  ) as counted;

-- without a bio, 1 of 2
select
  s.id,
  s.slug,
  s.name,
  s.title,
  s.company,
  s.bio,
  s.photo_url,
  s.is_featured,
  s.socials,
  s.user_id,
  s.status,
  s.version,
  s.created_at,
  s.updated_at,
  coalesce(
    (
      select
        json_agg(
          json_build_object(
            'id',
            c.id,
            'slug',
            c.slug,
            'name',
            c.name,
            'starts_on',
            c.starts_on,
            'ends_on',
            c.ends_on,
            'status',
            c.status,
            'position',
            m.position
          )
          order by
            c.starts_on,
            c.id
        )
      from
        conference_speakers m
        join conferences c on c.id = m.conference_id
      where m.speaker_id = s.id
    ),
    '[]'
  ) as conferences
from speakers as s
where (s.bio is null)
order by
  lower(s.name) asc,
  s.id asc
limit $1
offset $2;

-- without a bio, 2 of 2
select count(*) as total
from
  (
    select 1
    from speakers as s
    where (s.bio is null)
    limit $1
  ) as counted;

-- without a photo, a bio or a talk, 1 of 2
select
  s.id,
  s.slug,
  s.name,
  s.title,
  s.company,
  s.bio,
  s.photo_url,
  s.is_featured,
  s.socials,
  s.user_id,
  s.status,
  s.version,
  s.created_at,
  s.updated_at,
  coalesce(
    (
      select
        json_agg(
          json_build_object(
            'id',
            c.id,
            'slug',
            c.slug,
            'name',
            c.name,
            'starts_on',
            c.starts_on,
            'ends_on',
            c.ends_on,
            'status',
            c.status,
            'position',
            m.position
          )
          order by
            c.starts_on,
            c.id
        )
      from
        conference_speakers m
        join conferences c on c.id = m.conference_id
      where m.speaker_id = s.id
    ),
    '[]'
  ) as conferences
from speakers as s
where
  exists (
    select
    from conference_speakers m
    where
      m.speaker_id = s.id
      and m.conference_id = $1
  )
  and (
    s.photo_url is null
    or s.bio is null
    or not exists (
      select
      from
        agenda_item_speakers t
        join agenda_items i on i.id = t.agenda_item_id
        left join events e on e.id = i.event_id
      where
        t.speaker_id = s.id
        and i.conference_id = $2
        and i.status = 'scheduled'
        and (
          e.id is null
          or e.status in ('pending', 'approved')
        )
    )
  )
order by
  lower(s.name) asc,
  s.id asc
limit $3
offset $4;

-- without a photo, a bio or a talk, 2 of 2
select count(*) as total
from
  (
    select 1
    from speakers as s
    where
      exists (
        select
        from conference_speakers m
        where
          m.speaker_id = s.id
          and m.conference_id = $1
      )
      and (
        s.photo_url is null
        or s.bio is null
        or not exists (
          select
          from
            agenda_item_speakers t
            join agenda_items i on i.id = t.agenda_item_id
            left join events e on e.id = i.event_id
          where
            t.speaker_id = s.id
            and i.conference_id = $2
            and i.status = 'scheduled'
            and (
              e.id is null
              or e.status in ('pending', 'approved')
            )
        )
      )
    limit $3
  ) as counted;

-- of a limited key, 1 of 2
select
  s.id,
  s.slug,
  s.name,
  s.title,
  s.company,
  s.bio,
  s.photo_url,
  s.is_featured,
  s.socials,
  s.user_id,
  s.status,
  s.version,
  s.created_at,
  s.updated_at,
  coalesce(
    (
      select
        json_agg(
          json_build_object(
            'id',
            c.id,
            'slug',
            c.slug,
            'name',
            c.name,
            'starts_on',
            c.starts_on,
            'ends_on',
            c.ends_on,
            'status',
            c.status,
            'position',
            m.position
          )
          order by
            c.starts_on,
            c.id
        )
      from
        conference_speakers m
        join conferences c on c.id = m.conference_id
      where
        m.speaker_id = s.id
        and c.id = any($1::bigint[])
    ),
    '[]'
  ) as conferences
from speakers as s
where
  exists (
    select
    from conference_speakers m
    where
      m.speaker_id = s.id
      and m.conference_id = any($2::bigint[])
  )
order by
  lower(s.name) asc,
  s.id asc
limit $3
offset $4;

-- of a limited key, 2 of 2
select count(*) as total
from
  (
    select 1
    from speakers as s
    where
      exists (
        select
        from conference_speakers m
        where
          m.speaker_id = s.id
          and m.conference_id = any($1::bigint[])
      )
    limit $2
  ) as counted;
