update quest_registration_requests
set source = $1
where id = $2;
