update speakers
set
  status = $1,
  updated_at = CURRENT_TIMESTAMP(3)
where
  status = $2
  and id in (
    select speaker_id
    from conference_speakers
    where conference_id = $3
  );
