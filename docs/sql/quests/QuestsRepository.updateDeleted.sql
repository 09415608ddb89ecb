update quests
set
  deleted_at = $1,
  points_taken_back = $2,
  slug = $3,
  updated_at = CURRENT_TIMESTAMP(3)
where id = $4;
