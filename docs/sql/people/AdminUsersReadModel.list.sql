-- every filter, 1 of 4
select count(*) as total
from
  (
    select 1
    from users as u
    where
      u.erased_at is null
      and (((u.search_text || ' @' || lower(coalesce(u.username, ''))) like search_pattern($1)))
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
    limit $8
  ) as counted;

-- every filter, 2 of 4
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
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(u.created_at, u.id) as sort_place
from users as u
where
  u.erased_at is null
  and (((u.search_text || ' @' || lower(coalesce(u.username, ''))) like search_pattern($1)))
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
offset $9;

-- every filter, 3 of 4
select count(*) as total
from
  (
    select 1
    from users as u
    where
      u.erased_at is null
      and ((contains_similar((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)))
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
    limit $8
  ) as counted;

-- every filter, 4 of 4
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
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(u.created_at, u.id) as sort_place
from users as u
where
  u.erased_at is null
  and ((contains_similar((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)))
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
offset $9;

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
  u.created_at,
  u.updated_at,
  u.last_seen_at,
  u.signed_out_at,
  u.erased_at,
  json_build_array(coalesce(u.last_seen_at, '-infinity'::timestamptz), u.id) as sort_place
from users as u
where
  u.erased_at is null
  and (coalesce(u.last_seen_at, '-infinity'::timestamptz), u.id) < ($1, $2)
order by
  coalesce(u.last_seen_at, '-infinity'::timestamptz) desc,
  u.id desc
limit $3;
