with
  added as (
    insert into conference_speakers (conference_id, speaker_id)
    select
      $1::bigint,
      id
    from unnest($2::bigint[]) as id
    order by id
    on conflict (conference_id, speaker_id) do nothing
    returning
      conference_id,
      speaker_id
  )
update speakers s
set
  status = 'published',
  updated_at = now()
from
  added a
  join conferences c on c.id = a.conference_id
where
  s.id = a.speaker_id
  and s.status = 'draft'
  and c.status <> 'draft';
