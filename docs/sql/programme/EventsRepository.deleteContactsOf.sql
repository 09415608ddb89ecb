update events
set contact = $1
where
  submitted_by = $2
  and contact is not null;
