update partner_mints
set status = $1
where status in ($2, $3);
