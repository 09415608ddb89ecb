insert into quests (slug, title)
values ($1, $2)
returning id;
