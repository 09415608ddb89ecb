update quests
set
  secret_encrypted = $1,
  old_secret_encrypted = $2,
  old_secret_until = $3
where id = $4;
