update users
set
  photo_media_id = $1,
  own_photo_url = $2,
  updated_at = CURRENT_TIMESTAMP(3)
where photo_media_id = $3;
