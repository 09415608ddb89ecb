update notification_jobs
set
  audience = jsonb_set(
    audience,
    '{messenger_ids}',
    coalesce(
      (
        select jsonb_agg(named)
        from jsonb_array_elements(audience -> 'messenger_ids') as ids (named)
        where named <> to_jsonb($1::bigint)
      ),
      '[]'
    )
  )
where audience -> 'messenger_ids' @> to_jsonb($2::bigint);
