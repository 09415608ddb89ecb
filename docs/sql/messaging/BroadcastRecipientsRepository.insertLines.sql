-- 1 of 2
set local statement_timeout = 120000;

create temporary table staged_recipients (
  row integer,
  user_id bigint,
  messenger_id bigint,
  username text,
  variables jsonb,
  person_id bigint
) on commit drop;

-- 2 of 2
analyze staged_recipients;
