select id
from speakers
where user_id = $1
for no key update;
