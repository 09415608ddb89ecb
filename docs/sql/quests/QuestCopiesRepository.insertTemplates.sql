with
  copied as (
    insert into reminder_templates (quest_id, name, title, body, translations, is_default)
    select
      c.quest_id,
      r.name,
      r.title,
      r.body,
      r.translations,
      r.is_default
    from
      unnest($1::bigint[], $2::bigint[]) as c (id, quest_id)
      join reminder_templates r on r.quest_id = c.id
    order by r.id
    returning id
  )
select count(*)
from copied;
