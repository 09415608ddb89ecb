update api_keys
set
  name = $1,
  expires_at = $2,
  scopes = $3,
  conference_ids = $4,
  allowed_networks = (
    select
      array_agg(
        network(given.n::inet)::cidr
        order by given.n::inet
      )
    from unnest($5::text[]) as given (n)
  )
where id = $6;
