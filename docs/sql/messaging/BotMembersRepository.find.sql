select
  is_blocked,
  language,
  language_code
from users
where messenger_id = $1
limit $2;
