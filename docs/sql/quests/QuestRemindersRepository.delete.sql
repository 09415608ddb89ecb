delete from reminder_templates
where id = $1;
