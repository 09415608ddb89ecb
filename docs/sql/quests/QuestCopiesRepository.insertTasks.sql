with
  source as materialized (
    select
      t.*,
      c.quest_id as to_quest_id,
      nextval(pg_get_serial_sequence('quest_tasks', 'id')) as to_id
    from
      unnest($1::bigint[], $2::bigint[]) as c (id, quest_id)
      join quest_tasks t on t.quest_id = c.id
    where
      t.deleted_at is null
      and t.type <> 'event_attendance'
  ),
  copied as (
    insert into
      quest_tasks (
        id,
        quest_id,
        title,
        description,
        type,
        points,
        position,
        is_required,
        config,
        opens_at,
        closes_at
      )
    overriding system value
    select
      to_id,
      to_quest_id,
      title,
      description,
      type,
      points,
      position,
      is_required,
      case
        when type = 'conference_registration'
        and (config ->> 'conference_id')::bigint = $3 then jsonb_set(config, '{conference_id}', to_jsonb($4::bigint))
        else config
      end,
      ((opens_at at time zone $5) + make_interval(days => $6::int)) at time zone $7,
      case
        when ((closes_at at time zone $8) + make_interval(days => $9::int)) at time zone $10 <= ((opens_at at time zone $11) + make_interval(days => $12::int)) at time zone $13 then ((opens_at at time zone $14) + make_interval(days => $15::int)) at time zone $16 + (closes_at - opens_at)
        else ((closes_at at time zone $17) + make_interval(days => $18::int)) at time zone $19
      end
    from source
    returning id
  )
select
  s.id as "from",
  copied.id as "to",
  s.type,
  s.answer_encrypted
from
  source s
  join copied on copied.id = s.to_id
order by copied.id;
