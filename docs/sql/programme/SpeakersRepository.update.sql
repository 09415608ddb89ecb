update speakers
set
  name = $1,
  socials = $2,
  version = version + 1,
  updated_at = CURRENT_TIMESTAMP(3),
  edited_fields = array(
    select distinct
      unnest(edited_fields || $3::text[])
    order by 1
  )
where id = $4;
