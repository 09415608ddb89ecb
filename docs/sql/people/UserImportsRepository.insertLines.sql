-- 1 of 2
set local statement_timeout = 120000;

create temporary table staged_users (
  row integer,
  messenger_id bigint,
  messenger_hashes text[],
  first_name text,
  last_name text,
  username text,
  language_code text,
  headline text,
  company text,
  job_title text,
  bio text,
  interests text[],
  interest_terms text[]
) on commit drop;

-- 2 of 2
analyze staged_users;
