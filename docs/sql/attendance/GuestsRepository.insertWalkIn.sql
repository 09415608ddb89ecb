-- 1 of 2
insert into conference_invitations (company, conference_id, first_name, has_seat, is_walk_in, last_name, ticket_type)
values ($1, $2, $3, $4, $5, $6, $7)
returning
  id,
  queue_number;

-- 2 of 2
update conferences
set
  invited_count = invited_count + $1,
  over_capacity_count = over_capacity_count + $2
where id = $3;
