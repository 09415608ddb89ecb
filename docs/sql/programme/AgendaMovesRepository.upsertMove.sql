with
  swept as (
    delete from agenda_moves
    where
      conference_id = $1
      and move_hash <> decode($2, 'hex')
      and moved_at < now() - $3 * interval '1 minute'
  )
insert into agenda_moves as m (conference_id, move_hash)
values ($4, decode($5, 'hex'))
on conflict (conference_id, move_hash) do update
set moved_at = now()
where
  $6
  or m.moved_at < now() - $7 * interval '1 minute'
returning 1;
