insert into conference_speakers as m (conference_id, speaker_id, position)
values ($1, $2, coalesce($3::integer, 0))
on conflict (conference_id, speaker_id) do update
set position = excluded.position
where
  m.position <> $4::integer
  -- Only an updated row has an xmax.
returning
  m.position,
  m.xmax = 0 as is_new;
