delete from partner_accounts
where user_id = $1;
