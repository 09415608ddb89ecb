-- no filter, 1 of 2
select
  id,
  name,
  email,
  messenger_id,
  disabled_at,
  created_by,
  created_at
from administrators
order by id desc
limit $1
offset $2;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from administrators
    limit $1
  ) as counted;

-- by is_disabled, 1 of 2
select
  id,
  name,
  email,
  messenger_id,
  disabled_at,
  created_by,
  created_at
from administrators
where disabled_at is null
order by id desc
limit $1
offset $2;

-- by is_disabled, 2 of 2
select count(*) as total
from
  (
    select 1
    from administrators
    where disabled_at is null
    limit $1
  ) as counted;
