-- all
with
  given as materialized (
    select *
    from jsonb_to_recordset($1::jsonb) as g (source text, person_key text)
  ),
  locked as (
    select
      s.id,
      s.name
    from speakers s
    where
      s.id in (
        select m.speaker_id
        from conference_speakers m
        where m.conference_id = $2
        union all
        select k.speaker_id
        from
          given g
          join speaker_keys k on k.source = g.source
          and k.person_key = g.person_key
      )
    order by s.id
    for no key update
  )
select
  l.id,
  l.name,
  m.speaker_id is not null as in_lineup,
  coalesce(k.keys, '[]') as keys
from
  locked l
  left join conference_speakers m on m.conference_id = $3
  and m.speaker_id = l.id
  -- As a join, since without statistics a subquery reads all keys for each speaker.
  left join (
    select
      speaker_id,
      json_agg(json_build_object('source', source, 'person_key', person_key)) as keys
    from speaker_keys
    where
      source in (
        select source
        from given
      )
    group by speaker_id
  ) k on k.speaker_id = l.id
order by l.id;

-- of a limited key
with
  given as materialized (
    select *
    from jsonb_to_recordset($1::jsonb) as g (source text, person_key text)
  ),
  locked as (
    select
      s.id,
      s.name
    from speakers s
    where
      s.id in (
        select m.speaker_id
        from conference_speakers m
        where m.conference_id = $2
        union all
        select k.speaker_id
        from
          given g
          join speaker_keys k on k.source = g.source
          and k.person_key = g.person_key
          and exists (
            select
            from conference_speakers o
            where
              o.speaker_id = k.speaker_id
              and o.conference_id = any($3::bigint[])
          )
      )
    order by s.id
    for no key update
  )
select
  l.id,
  l.name,
  m.speaker_id is not null as in_lineup,
  coalesce(k.keys, '[]') as keys
from
  locked l
  left join conference_speakers m on m.conference_id = $4
  and m.speaker_id = l.id
  -- As a join, since without statistics a subquery reads all keys for each speaker.
  left join (
    select
      speaker_id,
      json_agg(json_build_object('source', source, 'person_key', person_key)) as keys
    from speaker_keys
    where
      source in (
        select source
        from given
      )
    group by speaker_id
  ) k on k.speaker_id = l.id
order by l.id;
