with
  added as (
    insert into conference_speakers (conference_id, speaker_id, position)
    select
      conference_id,
      $1::bigint,
      position
    from conference_speakers
    where speaker_id = $2
    order by conference_id
    on conflict (conference_id, speaker_id) do nothing
  )
select conference_id
from conference_speakers
where speaker_id = $3
order by conference_id;
