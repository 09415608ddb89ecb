update users
set
  messenger_first_name = $1,
  last_seen_at = $2
where
  id = $3
  and erased_at is null
  and last_seen_at is not null
returning
  id,
  messenger_id,
  messenger_first_name,
  messenger_last_name,
  messenger_signed_at,
  first_name,
  last_name,
  username,
  photo_url,
  messenger_photo_url,
  photo_media_id,
  language_code,
  language,
  is_premium,
  messenger_reachable,
  messenger_refused_at,
  headline,
  company,
  job_title,
  bio,
  looking_for,
  offering,
  interests,
  socials,
  points,
  onboarding_status,
  onboarding_step,
  notifications_enabled,
  is_discoverable,
  contact_visibility,
  enrichment_enabled,
  is_blocked,
  is_ranked,
  version,
  created_at,
  updated_at,
  last_seen_at,
  signed_out_at,
  erased_at;
