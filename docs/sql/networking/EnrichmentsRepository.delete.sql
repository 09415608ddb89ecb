delete from enrichments
where user_id = $1;
