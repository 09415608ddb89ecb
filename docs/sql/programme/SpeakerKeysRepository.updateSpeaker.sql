update speaker_keys
set speaker_id = $1
where speaker_id = $2;
