update quest_recalculations
set after_user_id = $1
where quest_id = $2;
