-- 1 of 2
set local statement_timeout = 110000;

-- 2 of 2
insert into restores (is_resent, taken_at)
values ($1, $2)
on conflict (taken_at) do nothing
returning taken_at;
