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
        and u.created_at >= $4
        and u.created_at < $5
        and u.id in (
          select user_id
          from conference_people
          where conference_id = $6
        )
        and u.id <= (
          select max(user_id)
          from conference_people
          where conference_id = $7
        )
      order by
        u.created_at desc,
        u.id desc
      limit $8
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $9
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
        limit $10
        offset $11
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $12 then (
      select count(*)
      from compared
    ) < $13
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
        and u.created_at >= $4
        and u.created_at < $5
        and exists (
          select
          from conference_people p
          where
            p.conference_id = $6
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
                  and ((contains_swapped((u.search_text || ' @' || lower(coalesce(u.username, ''))), $7)))
                  and u.onboarding_status = $8
                  and u.is_blocked = $9
                  and u.created_at >= $10
                  and u.created_at < $11
                  and exists (
                    select
                    from conference_people p
                    where
                      p.conference_id = $12
                      and p.user_id = u.id
                    offset 0
                  )
                limit $13
              )
              union all
              (
                select u.id as key
                from users as u
                where
                  u.erased_at is null
                  and ((contains_piece((u.search_text || ' @' || lower(coalesce(u.username, ''))), $14)))
                  and u.onboarding_status = $15
                  and u.is_blocked = $16
                  and u.created_at >= $17
                  and u.created_at < $18
                  and exists (
                    select
                    from conference_people p
                    where
                      p.conference_id = $19
                      and p.user_id = u.id
                    offset 0
                  )
                limit $20
              )
            )
          )
        )
      limit $21
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
  and u.created_at >= $3
  and u.created_at < $4
  and u.id in (
    select user_id
    from conference_people
    where conference_id = $5
  )
  and u.id <= (
    select max(user_id)
    from conference_people
    where conference_id = $6
  )
  and u.id = any($7::bigint[])
order by
  u.created_at desc,
  u.id desc
limit $8
offset $9;

-- by q, without contacts, 2 of 8
with
  compared as materialized (
    (
      select
        u.id as key,
        exists (
          (
            select 1
            where
              (
                (
                  row_contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)
                  and row_contains_word(u.search_text, $2)
                )
              )
          )
          offset 0
        ) as is_match
      from users as u
      where u.erased_at is null
      order by
        u.created_at desc,
        u.id desc
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
