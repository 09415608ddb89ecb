update speakers
set
  status = $1,
  updated_at = CURRENT_TIMESTAMP(3)
where
  status = $2
  and id in (
    select speaker_id
    from conference_speakers
    where conference_id = $3
  )
  and not exists (
    select *
    from
      conference_speakers as m
      inner join conferences as c on c.id = m.conference_id
    where
      not c.status = $4
      and m.speaker_id = speakers.id
  );
