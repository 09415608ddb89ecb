update messenger_updates
set
  person_id = $1,
  content = $2
where person_id = $3;
