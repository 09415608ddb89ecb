-- 1 of 2
set local statement_timeout = 120000;

create temporary table staged_attendees (
  row integer,
  messenger_id bigint,
  messenger_hashes text[],
  ticket_hashes text[],
  ticket_code_end text,
  scan_hashes text[],
  email_hashes text[],
  username_hashes text[],
  email text,
  username text,
  first_name text,
  last_name text,
  company text,
  job_title text,
  ticket_type text,
  invitation_id bigint,
  user_id bigint,
  found_by text,
  has_seat boolean,
  queue_number bigint
) on commit drop;

-- 2 of 2
analyze staged_attendees;
