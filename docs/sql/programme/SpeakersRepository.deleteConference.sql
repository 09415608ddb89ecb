delete from conference_speakers
where
  speaker_id = $1
  and conference_id = $2;
