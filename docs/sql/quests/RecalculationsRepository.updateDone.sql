update quest_recalculations
set
  status = $1,
  finished_at = $2
where quest_id = $3;
