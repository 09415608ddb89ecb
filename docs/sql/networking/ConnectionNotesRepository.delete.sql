delete from connection_notes
where
  connection_id = $1
  and writer_id = $2;
