update users
set
  messenger_member_at = least($1::timestamptz, clock_timestamp()),
  messenger_reachable = $2,
  messenger_refused_at = case
    when $3 then null
    else greatest(messenger_refused_at, least($4::timestamptz, clock_timestamp()))
  end
where
  messenger_id = $5
  and coalesce(messenger_member_at <= least($6::timestamptz, clock_timestamp()), true)
  and (
    not $7
    or coalesce(
      messenger_refused_at < (least($8::timestamptz, clock_timestamp()) + interval '1 second'),
      true
    )
  );
