insert into agenda_item_speakers (agenda_item_id, speaker_id, position)
select
  $1::bigint,
  s.id,
  given.position
from
  unnest($2::bigint[]) with ordinality as given (speaker_id, position)
  join speakers s on s.id = given.speaker_id;
