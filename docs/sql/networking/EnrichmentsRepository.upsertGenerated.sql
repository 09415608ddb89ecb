insert into enrichments (user_id, status, provider, headline, summary, tags, interests, input_hash, generated_at)
values ($1, 'ready', $2, $3, $4, $5::text[], $6::text[], $7, now())
on conflict (user_id) do update
set
  status = 'ready',
  error = null,
  provider = $8,
  headline = $9,
  summary = $10,
  tags = $11::text[],
  interests = $12::text[],
  input_hash = $13,
  generated_at = now(),
  synced_at = null;
