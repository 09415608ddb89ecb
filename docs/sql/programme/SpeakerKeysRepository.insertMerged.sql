with
  earlier as (
    update merged_speakers
    set speaker_id = $1
    where speaker_id = $2
  )
insert into merged_speakers (id, speaker_id)
values ($3, $4);
