insert into
  api_keys (
    administrator_id,
    allowed_networks,
    conference_ids,
    created_by,
    expires_at,
    name,
    public_id,
    scopes
  )
values
  (
    $1,
    (
      select
        array_agg(
          network(given.n::inet)::cidr
          order by given.n::inet
        )
      from unnest($2::text[]) as given (n)
    ),
    $3,
    $4,
    $5,
    $6,
    $7,
    $8
  )
returning id;
