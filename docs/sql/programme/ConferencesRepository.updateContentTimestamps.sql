with
  events_touched as (
    update events
    set
      updated_at = now(),
      revision = revision + $1
    where conference_id = $2
  ),
  items_touched as (
    update agenda_items
    set
      updated_at = now(),
      revision = revision + $3
    where conference_id = $4
  ),
  quests_touched as (
    update quests
    set updated_at = now()
    where conference_id = $5
  )
update speakers
set updated_at = now()
where
  id in (
    select speaker_id
    from conference_speakers
    where conference_id = $6
  );
