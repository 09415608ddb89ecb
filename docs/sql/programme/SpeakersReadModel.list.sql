-- no filter, 1 of 3
select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
from pg_stat_activity
where
  datname = current_database()
  and backend_type = 'client backend';

-- no filter, 2 of 3
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
  s.updated_at
from speakers as s
where s.status = $1
order by
  lower(s.name),
  s.id
limit $2
offset $3;

-- no filter, 3 of 3
select count(*) as total
from
  (
    select 1
    from speakers as s
    where s.status = $1
    limit $2
  ) as counted;

-- by q, 2 of 9
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- by q, 3 of 9
with
  compared as materialized (
    (
      select
        s.id as key,
        exists (
          (
            select 1
            where
              (s.search @@ search_prefix($1))
              and (s.search @@ search_prefix($2))
          )
          offset 0
        ) as is_match
      from speakers as s
      where s.status = $3
      order by
        lower(s.name),
        s.id
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

-- by q, 4 of 9
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- by q, 5 of 9
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
      s.status = $1
      and (s.search @@ search_prefix($2))
      and (s.search @@ search_prefix($3))
    limit $4
  ) as found;

-- by q, 6 of 9
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
        and (
          s.search @@ search_prefix($2)
          or contains_misspelled(s.search_text, $3)
        )
        and (
          s.search @@ search_prefix($4)
          or contains_misspelled(s.search_text, $5)
        )
        and s.id = any(
          array(
            (
              (
                select s.id as key
                from speakers as s
                where
                  s.status = $6
                  and (
                    s.search @@ search_prefix($7)
                    or contains_swapped(s.search_text, $8)
                  )
                  and (
                    s.search @@ search_prefix($9)
                    or contains_swapped(s.search_text, $10)
                  )
                limit $11
              )
              union all
              (
                select s.id as key
                from speakers as s
                where
                  s.status = $12
                  and (
                    s.search @@ search_prefix($13)
                    or contains_piece(s.search_text, $14)
                  )
                  and (
                    s.search @@ search_prefix($15)
                    or contains_piece(s.search_text, $16)
                  )
                limit $17
              )
            )
          )
        )
      limit $18
    )
  ) as found;

-- by q, 7 of 9
set local enable_indexscan = on;

-- by q, 8 of 9
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
  s.updated_at
from speakers as s
where
  s.status = $1
  and s.id = any($2::bigint[])
order by
  lower(s.name),
  s.id
limit $3
offset $4;

-- by q, 9 of 9
set local enable_indexscan = off;

-- by conference_id, 2 of 3
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
  s.updated_at
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
  and exists (
    select
    from conferences d
    where
      d.id = $3
      and d.status = 'draft'
  ) is not true
order by
  lower(s.name),
  s.id
limit $4
offset $5;

-- by conference_id, 3 of 3
select count(*) as total
from
  (
    select 1
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
      and exists (
        select
        from conferences d
        where
          d.id = $3
          and d.status = 'draft'
      ) is not true
    limit $4
  ) as counted;

-- by is_featured, 2 of 3
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
  s.updated_at
from speakers as s
where
  s.status = $1
  and s.is_featured = $2
order by
  lower(s.name),
  s.id
limit $3
offset $4;

-- by is_featured, 3 of 3
select count(*) as total
from
  (
    select 1
    from speakers as s
    where
      s.status = $1
      and s.is_featured = $2
    limit $3
  ) as counted;

-- every filter, 3 of 8
with
  compared as materialized (
    (
      select
        s.id as key,
        exists (
          (
            select 1
            where
              (s.search @@ search_prefix($1))
              and (s.search @@ search_prefix($2))
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
        and exists (
          select
          from conferences d
          where
            d.id = $6
            and d.status = 'draft'
        ) is not true
      order by
        lower(s.name),
        s.id
      limit $7
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $8
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
        limit $9
        offset $10
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $11 then (
      select count(*)
      from compared
    ) < $12
    else false
  end as "isWhole";

-- every filter, 5 of 8
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
        and (
          s.search @@ search_prefix($2)
          or contains_misspelled(s.search_text, $3)
        )
        and (
          s.search @@ search_prefix($4)
          or contains_misspelled(s.search_text, $5)
        )
        and exists (
          select
          from conference_speakers m
          where
            m.speaker_id = s.id
            and m.conference_id = $6
        )
        and s.is_featured = $7
        and exists (
          select
          from conferences d
          where
            d.id = $8
            and d.status = 'draft'
        ) is not true
        and s.id = any(
          array(
            (
              (
                select s.id as key
                from speakers as s
                where
                  s.status = $9
                  and (
                    s.search @@ search_prefix($10)
                    or contains_swapped(s.search_text, $11)
                  )
                  and (
                    s.search @@ search_prefix($12)
                    or contains_swapped(s.search_text, $13)
                  )
                  and exists (
                    select
                    from conference_speakers m
                    where
                      m.speaker_id = s.id
                      and m.conference_id = $14
                  )
                  and s.is_featured = $15
                  and exists (
                    select
                    from conferences d
                    where
                      d.id = $16
                      and d.status = 'draft'
                  ) is not true
                limit $17
              )
              union all
              (
                select s.id as key
                from speakers as s
                where
                  s.status = $18
                  and (
                    s.search @@ search_prefix($19)
                    or contains_piece(s.search_text, $20)
                  )
                  and (
                    s.search @@ search_prefix($21)
                    or contains_piece(s.search_text, $22)
                  )
                  and exists (
                    select
                    from conference_speakers m
                    where
                      m.speaker_id = s.id
                      and m.conference_id = $23
                  )
                  and s.is_featured = $24
                  and exists (
                    select
                    from conferences d
                    where
                      d.id = $25
                      and d.status = 'draft'
                  ) is not true
                limit $26
              )
            )
          )
        )
      limit $27
    )
  ) as found;

-- every filter, 7 of 8
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
  s.updated_at
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
  and exists (
    select
    from conferences d
    where
      d.id = $4
      and d.status = 'draft'
  ) is not true
  and s.id = any($5::bigint[])
order by
  lower(s.name),
  s.id
limit $6
offset $7;

-- by a word, 3 of 9
with
  compared as materialized (
    (
      select
        s.id as key,
        exists (
          (
            select 1
            where (s.search @@ search_prefix($1))
          )
          offset 0
        ) as is_match
      from speakers as s
      where s.status = $2
      order by
        lower(s.name),
        s.id
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

-- by a word, 5 of 9
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
      s.status = $1
      and (s.search @@ search_prefix($2))
    limit $3
  ) as found;

-- by a word, 6 of 9
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
        and (
          s.search @@ search_prefix($2)
          or contains_misspelled(s.search_text, $3)
        )
        and s.id = any(
          array(
            (
              (
                select s.id as key
                from speakers as s
                where
                  s.status = $4
                  and (
                    s.search @@ search_prefix($5)
                    or contains_swapped(s.search_text, $6)
                  )
                limit $7
              )
              union all
              (
                select s.id as key
                from speakers as s
                where
                  s.status = $8
                  and (
                    s.search @@ search_prefix($9)
                    or contains_piece(s.search_text, $10)
                  )
                limit $11
              )
            )
          )
        )
      limit $12
    )
  ) as found;

-- changes, 2 of 4
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
  s.updated_at
from speakers as s
where
  s.status = $1
  and s.updated_at > $2
order by
  lower(s.name),
  s.id
limit $3
offset $4;

-- changes, 3 of 4
select id
from
  (
    select gone_id as id
    from gone_rows
    where
      kind = $1
      and gone_at > $2
    union
    select s.id
    from speakers as s
    where
      s.updated_at > $3
      and s.published_at is not null
    except
    select s.id
    from speakers as s
    where
      s.status = $4
      and s.updated_at > $5
  ) as g;

-- changes, 4 of 4
select count(*) as total
from
  (
    select 1
    from speakers as s
    where
      s.status = $1
      and s.updated_at > $2
    limit $3
  ) as counted;

-- changes, of a conference, 2 of 4
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
  s.updated_at
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
  and exists (
    select
    from conferences d
    where
      d.id = $3
      and d.status = 'draft'
  ) is not true
  and s.updated_at > $4
order by
  lower(s.name),
  s.id
limit $5
offset $6;

-- changes, of a conference, 3 of 4
select id
from
  (
    select gone_id as id
    from gone_rows
    where
      kind = $1
      and gone_at > $2
      and not exists (
        select
        from conferences d
        where
          d.id = $3
          and d.status = 'draft'
      ) is not true
    union
    select s.id
    from speakers as s
    where
      s.updated_at > $4
      and s.published_at is not null
      and (
        exists (
          select
          from conference_speakers m
          where
            m.speaker_id = s.id
            and m.conference_id = $5
        )
        or not exists (
          select
          from conferences d
          where
            d.id = $6
            and d.status = 'draft'
        ) is not true
      )
    union
    select gone_id as id
    from gone_rows
    where
      kind = $7
      and gone_at > $8
      and conference_id = $9
      and exists (
        select
        from conferences d
        where
          d.id = $10
          and d.status = 'draft'
      ) is not true
    except
    select s.id
    from speakers as s
    where
      s.status = $11
      and exists (
        select
        from conference_speakers m
        where
          m.speaker_id = s.id
          and m.conference_id = $12
      )
      and exists (
        select
        from conferences d
        where
          d.id = $13
          and d.status = 'draft'
      ) is not true
      and s.updated_at > $14
  ) as g;

-- changes, of a conference, 4 of 4
select count(*) as total
from
  (
    select 1
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
      and exists (
        select
        from conferences d
        where
          d.id = $3
          and d.status = 'draft'
      ) is not true
      and s.updated_at > $4
    limit $5
  ) as counted;
