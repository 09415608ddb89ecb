with
  moved as (
    update conference_speakers m
    set position = o.position
    from unnest($1::bigint[]) with ordinality as o (speaker_id, position)
    where
      m.conference_id = $2
      and m.speaker_id = o.speaker_id
      and m.position <> o.position
    returning m.speaker_id
  )
update speakers s
set
  version = version + 1,
  updated_at = current_timestamp(3)
from moved
where s.id = moved.speaker_id;
