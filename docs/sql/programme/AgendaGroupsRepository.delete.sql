delete from agenda_groups
where id = $1;
