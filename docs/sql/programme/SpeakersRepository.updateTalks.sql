update agenda_item_speakers
set speaker_id = $1
where
  speaker_id = $2
  and agenda_item_id not in (
    select agenda_item_id
    from agenda_item_speakers
    where speaker_id = $3
  );
