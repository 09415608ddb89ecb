insert into connection_notes (connection_id, note, updated_at, writer_id)
values ($1, $2, $3, $4)
on conflict (connection_id, writer_id) do update
set
  note = excluded.note,
  updated_at = excluded.updated_at;
