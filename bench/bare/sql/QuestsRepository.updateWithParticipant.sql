update quests
set participant_count = participant_count + 1
where
  id = $1
  and (
    max_participants is null
    or participant_count < max_participants
  )
returning id
