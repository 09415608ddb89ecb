update agenda_items
set updated_at = CURRENT_TIMESTAMP(3)
where
  id in (
    select agenda_item_id
    from agenda_item_speakers
    where speaker_id = $1
  );
