select given.key
from unnest($1::text[]) as given (key)
where
  not exists (
    select
    from media m
    where m.key = given.key
  )
  and not exists (
    select
    from media m
    where m.variant_keys @> array[given.key]
  );
