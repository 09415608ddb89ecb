-- no filter, 1 of 2
select
  u.id,
  u.messenger_id,
  u.messenger_first_name,
  u.messenger_last_name,
  u.messenger_signed_at,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.messenger_photo_url,
  u.photo_media_id,
  u.language_code,
  u.language,
  u.is_premium,
  u.messenger_reachable,
  u.messenger_refused_at,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.onboarding_status,
  u.onboarding_step,
  u.notifications_enabled,
  u.is_discoverable,
  u.contact_visibility,
  u.enrichment_enabled,
  u.is_blocked,
  u.is_ranked,
  u.version,
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(u.created_at, u.id) as sort_place
from users as u
where u.erased_at is null
order by
  u.created_at desc,
  u.id desc
limit $1
offset $2;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from users as u
    where u.erased_at is null
    limit $1
  ) as counted;

-- by q, 1 of 7
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- by q, 2 of 7
with
  compared as materialized (
    (
      select
        u.id as key,
        exists (
          (
            select 1
            where ((row_contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)))
          )
          offset 0
        ) as is_match
      from users as u
      where u.erased_at is null
      order by
        u.created_at desc,
        u.id desc
      limit $2
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $3
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
        limit $4
        offset $5
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $6 then (
      select count(*)
      from compared
    ) < $7
    else false
  end as "isWhole";

-- by q, 3 of 7
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- by q, 4 of 7
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
    select u.id as key
    from users as u
    where
      u.erased_at is null
      and ((contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)))
    limit $2
  ) as found;

-- by q, 5 of 7
set local enable_indexscan = on;

-- by q, 6 of 7
select
  u.id,
  u.messenger_id,
  u.messenger_first_name,
  u.messenger_last_name,
  u.messenger_signed_at,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.messenger_photo_url,
  u.photo_media_id,
  u.language_code,
  u.language,
  u.is_premium,
  u.messenger_reachable,
  u.messenger_refused_at,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.onboarding_status,
  u.onboarding_step,
  u.notifications_enabled,
  u.is_discoverable,
  u.contact_visibility,
  u.enrichment_enabled,
  u.is_blocked,
  u.is_ranked,
  u.version,
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(u.created_at, u.id) as sort_place
from users as u
where
  u.erased_at is null
  and u.id = any($1::bigint[])
order by
  u.created_at desc,
  u.id desc
limit $2
offset $3;

-- by q, 7 of 7
set local enable_indexscan = off;

-- by onboarding_status, 1 of 2
select
  u.id,
  u.messenger_id,
  u.messenger_first_name,
  u.messenger_last_name,
  u.messenger_signed_at,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.messenger_photo_url,
  u.photo_media_id,
  u.language_code,
  u.language,
  u.is_premium,
  u.messenger_reachable,
  u.messenger_refused_at,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.onboarding_status,
  u.onboarding_step,
  u.notifications_enabled,
  u.is_discoverable,
  u.contact_visibility,
  u.enrichment_enabled,
  u.is_blocked,
  u.is_ranked,
  u.version,
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(u.created_at, u.id) as sort_place
from users as u
where
  u.erased_at is null
  and u.onboarding_status = $1
order by
  u.created_at desc,
  u.id desc
limit $2
offset $3;

-- by onboarding_status, 2 of 2
select count(*) as total
from
  (
    select 1
    from users as u
    where
      u.erased_at is null
      and u.onboarding_status = $1
    limit $2
  ) as counted;

-- by is_blocked, 1 of 2
select
  u.id,
  u.messenger_id,
  u.messenger_first_name,
  u.messenger_last_name,
  u.messenger_signed_at,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.messenger_photo_url,
  u.photo_media_id,
  u.language_code,
  u.language,
  u.is_premium,
  u.messenger_reachable,
  u.messenger_refused_at,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.onboarding_status,
  u.onboarding_step,
  u.notifications_enabled,
  u.is_discoverable,
  u.contact_visibility,
  u.enrichment_enabled,
  u.is_blocked,
  u.is_ranked,
  u.version,
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(u.created_at, u.id) as sort_place
from users as u
where
  u.erased_at is null
  and u.is_blocked = $1
order by
  u.created_at desc,
  u.id desc
limit $2
offset $3;

-- by is_blocked, 2 of 2
select count(*) as total
from
  (
    select 1
    from users as u
    where
      u.erased_at is null
      and u.is_blocked = $1
    limit $2
  ) as counted;

-- by language_code, 1 of 2
select
  u.id,
  u.messenger_id,
  u.messenger_first_name,
  u.messenger_last_name,
  u.messenger_signed_at,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.messenger_photo_url,
  u.photo_media_id,
  u.language_code,
  u.language,
  u.is_premium,
  u.messenger_reachable,
  u.messenger_refused_at,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.onboarding_status,
  u.onboarding_step,
  u.notifications_enabled,
  u.is_discoverable,
  u.contact_visibility,
  u.enrichment_enabled,
  u.is_blocked,
  u.is_ranked,
  u.version,
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(u.created_at, u.id) as sort_place
from users as u
where
  u.erased_at is null
  and lower(split_part(coalesce(u.language, u.language_code), '-', 1)) = $1
order by
  u.created_at desc,
  u.id desc
limit $2
offset $3;

-- by language_code, 2 of 2
select count(*) as total
from
  (
    select 1
    from users as u
    where
      u.erased_at is null
      and lower(split_part(coalesce(u.language, u.language_code), '-', 1)) = $1
    limit $2
  ) as counted;

-- by messenger_reachable, 1 of 2
select
  u.id,
  u.messenger_id,
  u.messenger_first_name,
  u.messenger_last_name,
  u.messenger_signed_at,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.messenger_photo_url,
  u.photo_media_id,
  u.language_code,
  u.language,
  u.is_premium,
  u.messenger_reachable,
  u.messenger_refused_at,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.onboarding_status,
  u.onboarding_step,
  u.notifications_enabled,
  u.is_discoverable,
  u.contact_visibility,
  u.enrichment_enabled,
  u.is_blocked,
  u.is_ranked,
  u.version,
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(u.created_at, u.id) as sort_place
from users as u
where
  u.erased_at is null
  and u.messenger_reachable = $1
order by
  u.created_at desc,
  u.id desc
limit $2
offset $3;

-- by messenger_reachable, 2 of 2
select count(*) as total
from
  (
    select 1
    from users as u
    where
      u.erased_at is null
      and u.messenger_reachable = $1
    limit $2
  ) as counted;

-- by conference_id, 1 of 2
select
  u.id,
  u.messenger_id,
  u.messenger_first_name,
  u.messenger_last_name,
  u.messenger_signed_at,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.messenger_photo_url,
  u.photo_media_id,
  u.language_code,
  u.language,
  u.is_premium,
  u.messenger_reachable,
  u.messenger_refused_at,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.onboarding_status,
  u.onboarding_step,
  u.notifications_enabled,
  u.is_discoverable,
  u.contact_visibility,
  u.enrichment_enabled,
  u.is_blocked,
  u.is_ranked,
  u.version,
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(u.created_at, u.id) as sort_place
from users as u
where
  u.erased_at is null
  and u.id in (
    select user_id
    from conference_people
    where conference_id = $1
  )
  and u.id <= (
    select max(user_id)
    from conference_people
    where conference_id = $2
  )
order by
  u.created_at desc,
  u.id desc
limit $3
offset $4;

-- by conference_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from users as u
    where
      u.erased_at is null
      and u.id in (
        select user_id
        from conference_people
        where conference_id = $1
      )
      and u.id <= (
        select max(user_id)
        from conference_people
        where conference_id = $2
      )
    limit $3
  ) as counted;

-- by created_from, 1 of 2
select
  u.id,
  u.messenger_id,
  u.messenger_first_name,
  u.messenger_last_name,
  u.messenger_signed_at,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.messenger_photo_url,
  u.photo_media_id,
  u.language_code,
  u.language,
  u.is_premium,
  u.messenger_reachable,
  u.messenger_refused_at,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.onboarding_status,
  u.onboarding_step,
  u.notifications_enabled,
  u.is_discoverable,
  u.contact_visibility,
  u.enrichment_enabled,
  u.is_blocked,
  u.is_ranked,
  u.version,
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(u.created_at, u.id) as sort_place
from users as u
where
  u.erased_at is null
  and u.created_at >= $1
order by
  u.created_at desc,
  u.id desc
limit $2
offset $3;

-- by created_from, 2 of 2
select count(*) as total
from
  (
    select 1
    from users as u
    where
      u.erased_at is null
      and u.created_at >= $1
    limit $2
  ) as counted;

-- by created_to, 1 of 2
select
  u.id,
  u.messenger_id,
  u.messenger_first_name,
  u.messenger_last_name,
  u.messenger_signed_at,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.messenger_photo_url,
  u.photo_media_id,
  u.language_code,
  u.language,
  u.is_premium,
  u.messenger_reachable,
  u.messenger_refused_at,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.onboarding_status,
  u.onboarding_step,
  u.notifications_enabled,
  u.is_discoverable,
  u.contact_visibility,
  u.enrichment_enabled,
  u.is_blocked,
  u.is_ranked,
  u.version,
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(u.created_at, u.id) as sort_place
from users as u
where
  u.erased_at is null
  and u.created_at < $1
order by
  u.created_at desc,
  u.id desc
limit $2
offset $3;

-- by created_to, 2 of 2
select count(*) as total
from
  (
    select 1
    from users as u
    where
      u.erased_at is null
      and u.created_at < $1
    limit $2
  ) as counted;

-- every filter, 2 of 7
with
  compared as materialized (
    (
      select
        u.id as key,
        exists (
          (
            select 1
            where ((row_contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)))
          )
          offset 0
        ) as is_match
      from users as u
      where
        u.erased_at is null
        and u.onboarding_status = $2
        and u.is_blocked = $3
        and lower(split_part(coalesce(u.language, u.language_code), '-', 1)) = $4
        and u.messenger_reachable = $5
        and u.created_at >= $6
        and u.created_at < $7
        and u.id in (
          select user_id
          from conference_people
          where conference_id = $8
        )
        and u.id <= (
          select max(user_id)
          from conference_people
          where conference_id = $9
        )
      order by
        u.created_at desc,
        u.id desc
      limit $10
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $11
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
        limit $12
        offset $13
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $14 then (
      select count(*)
      from compared
    ) < $15
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
      select u.id as key
      from users as u
      where
        u.erased_at is null
        and ((contains_misspelled((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)))
        and u.onboarding_status = $2
        and u.is_blocked = $3
        and lower(split_part(coalesce(u.language, u.language_code), '-', 1)) = $4
        and u.messenger_reachable = $5
        and u.created_at >= $6
        and u.created_at < $7
        and exists (
          select
          from conference_people p
          where
            p.conference_id = $8
            and p.user_id = u.id
          offset 0
        )
        and u.id = any(
          array(
            (
              (
                select u.id as key
                from users as u
                where
                  u.erased_at is null
                  and ((contains_swapped((u.search_text || ' @' || lower(coalesce(u.username, ''))), $9)))
                  and u.onboarding_status = $10
                  and u.is_blocked = $11
                  and lower(split_part(coalesce(u.language, u.language_code), '-', 1)) = $12
                  and u.messenger_reachable = $13
                  and u.created_at >= $14
                  and u.created_at < $15
                  and exists (
                    select
                    from conference_people p
                    where
                      p.conference_id = $16
                      and p.user_id = u.id
                    offset 0
                  )
                limit $17
              )
              union all
              (
                select u.id as key
                from users as u
                where
                  u.erased_at is null
                  and ((contains_piece((u.search_text || ' @' || lower(coalesce(u.username, ''))), $18)))
                  and u.onboarding_status = $19
                  and u.is_blocked = $20
                  and lower(split_part(coalesce(u.language, u.language_code), '-', 1)) = $21
                  and u.messenger_reachable = $22
                  and u.created_at >= $23
                  and u.created_at < $24
                  and exists (
                    select
                    from conference_people p
                    where
                      p.conference_id = $25
                      and p.user_id = u.id
                    offset 0
                  )
                limit $26
              )
            )
          )
        )
      limit $27
    )
  ) as found;

-- every filter, 6 of 7
select
  u.id,
  u.messenger_id,
  u.messenger_first_name,
  u.messenger_last_name,
  u.messenger_signed_at,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.messenger_photo_url,
  u.photo_media_id,
  u.language_code,
  u.language,
  u.is_premium,
  u.messenger_reachable,
  u.messenger_refused_at,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.onboarding_status,
  u.onboarding_step,
  u.notifications_enabled,
  u.is_discoverable,
  u.contact_visibility,
  u.enrichment_enabled,
  u.is_blocked,
  u.is_ranked,
  u.version,
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(u.created_at, u.id) as sort_place
from users as u
where
  u.erased_at is null
  and u.onboarding_status = $1
  and u.is_blocked = $2
  and lower(split_part(coalesce(u.language, u.language_code), '-', 1)) = $3
  and u.messenger_reachable = $4
  and u.created_at >= $5
  and u.created_at < $6
  and u.id in (
    select user_id
    from conference_people
    where conference_id = $7
  )
  and u.id <= (
    select max(user_id)
    from conference_people
    where conference_id = $8
  )
  and u.id = any($9::bigint[])
order by
  u.created_at desc,
  u.id desc
limit $10
offset $11;

-- by q, without contacts, 2 of 8
with
  compared as materialized (
    (
      select
        u.id as key,
        exists (
          (
            select 1
            where ((row_contains_word(u.search_text, $1)))
          )
          offset 0
        ) as is_match
      from users as u
      where u.erased_at is null
      order by
        u.created_at desc,
        u.id desc
      limit $2
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $3
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
        limit $4
        offset $5
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $6 then (
      select count(*)
      from compared
    ) < $7
    else false
  end as "isWhole";

-- by q, without contacts, 4 of 8
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
    select u.id as key
    from users as u
    where
      u.erased_at is null
      and (
        (
          contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)
          and row_contains_word(u.search_text, $2)
        )
      )
    limit $3
  ) as found;

-- by q, without contacts, 5 of 8
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
      select u.id as key
      from users as u
      where
        u.erased_at is null
        and (
          (
            contains_misspelled((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)
            and contains_misspelled(u.search_text, $2)
          )
        )
        and u.id = any(
          array(
            (
              (
                select u.id as key
                from users as u
                where
                  u.erased_at is null
                  and (
                    (
                      contains_swapped((u.search_text || ' @' || lower(coalesce(u.username, ''))), $3)
                      and contains_swapped(u.search_text, $4)
                    )
                  )
                limit $5
              )
              union all
              (
                select u.id as key
                from users as u
                where
                  u.erased_at is null
                  and (
                    (
                      contains_piece((u.search_text || ' @' || lower(coalesce(u.username, ''))), $6)
                      and contains_piece(u.search_text, $7)
                    )
                  )
                limit $8
              )
            )
          )
        )
      limit $9
    )
  ) as found;

-- by name, after a cursor
select
  u.id,
  u.messenger_id,
  u.messenger_first_name,
  u.messenger_last_name,
  u.messenger_signed_at,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.messenger_photo_url,
  u.photo_media_id,
  u.language_code,
  u.language,
  u.is_premium,
  u.messenger_reachable,
  u.messenger_refused_at,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.onboarding_status,
  u.onboarding_step,
  u.notifications_enabled,
  u.is_discoverable,
  u.contact_visibility,
  u.enrichment_enabled,
  u.is_blocked,
  u.is_ranked,
  u.version,
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(u.first_name, u.id) as sort_place
from users as u
where
  u.erased_at is null
  and (u.first_name, u.id) > ($1, $2)
order by
  u.first_name asc,
  u.id asc
limit $3;

-- by last name, after a cursor
select
  u.id,
  u.messenger_id,
  u.messenger_first_name,
  u.messenger_last_name,
  u.messenger_signed_at,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.messenger_photo_url,
  u.photo_media_id,
  u.language_code,
  u.language,
  u.is_premium,
  u.messenger_reachable,
  u.messenger_refused_at,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.onboarding_status,
  u.onboarding_step,
  u.notifications_enabled,
  u.is_discoverable,
  u.contact_visibility,
  u.enrichment_enabled,
  u.is_blocked,
  u.is_ranked,
  u.version,
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(coalesce(u.last_name, ''), u.id) as sort_place
from users as u
where
  u.erased_at is null
  and (coalesce(u.last_name, ''), u.id) > ($1, $2)
order by
  coalesce(u.last_name, '') asc,
  u.id asc
limit $3;

-- by a language of a region, 1 of 2
select
  u.id,
  u.messenger_id,
  u.messenger_first_name,
  u.messenger_last_name,
  u.messenger_signed_at,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.messenger_photo_url,
  u.photo_media_id,
  u.language_code,
  u.language,
  u.is_premium,
  u.messenger_reachable,
  u.messenger_refused_at,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.onboarding_status,
  u.onboarding_step,
  u.notifications_enabled,
  u.is_discoverable,
  u.contact_visibility,
  u.enrichment_enabled,
  u.is_blocked,
  u.is_ranked,
  u.version,
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(u.created_at, u.id) as sort_place
from users as u
where
  u.erased_at is null
  and lower(split_part(coalesce(u.language, u.language_code), '-', 1)) = $1
  and (
    select tag
    from unnest($2::text[]) as available (tag)
    where
      lower(coalesce(u.language, u.language_code)) = lower(tag)
      or (
        starts_with(lower(coalesce(u.language, u.language_code)), lower(tag) || '-')
        and length(split_part(tag, '-', -1)) > 1
      )
    order by length(tag) desc
    limit 1
  ) is not null
order by
  u.created_at desc,
  u.id desc
limit $3
offset $4;

-- by a language of a region, 2 of 2
select count(*) as total
from
  (
    select 1
    from users as u
    where
      u.erased_at is null
      and lower(split_part(coalesce(u.language, u.language_code), '-', 1)) = $1
      and (
        select tag
        from unnest($2::text[]) as available (tag)
        where
          lower(coalesce(u.language, u.language_code)) = lower(tag)
          or (
            starts_with(lower(coalesce(u.language, u.language_code)), lower(tag) || '-')
            and length(split_part(tag, '-', -1)) > 1
          )
        order by length(tag) desc
        limit 1
      ) is not null
    limit $3
  ) as counted;

-- by last sign-in, after a cursor
select
  u.id,
  u.messenger_id,
  u.messenger_first_name,
  u.messenger_last_name,
  u.messenger_signed_at,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.messenger_photo_url,
  u.photo_media_id,
  u.language_code,
  u.language,
  u.is_premium,
  u.messenger_reachable,
  u.messenger_refused_at,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.onboarding_status,
  u.onboarding_step,
  u.notifications_enabled,
  u.is_discoverable,
  u.contact_visibility,
  u.enrichment_enabled,
  u.is_blocked,
  u.is_ranked,
  u.version,
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(a.last_seen_at, a.user_id) as sort_place
from
  users as u
  inner join user_activity as a on a.user_id = u.id
where
  u.erased_at is null
  and (a.last_seen_at, a.user_id) < ($1, $2)
order by
  a.last_seen_at desc,
  a.user_id desc
limit $3;
