delete from partner_mints
where user_id = $1;
