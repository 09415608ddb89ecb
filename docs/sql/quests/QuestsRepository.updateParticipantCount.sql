update quests
set participant_count = participant_count + $1
where id = $2;
