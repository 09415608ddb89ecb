delete from conference_speakers
where speaker_id = $1;
