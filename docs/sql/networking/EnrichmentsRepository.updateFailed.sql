update enrichments
set
  status = $1,
  error = $2,
  provider = case
    when generated_at is null then $3
    else provider
  end
where user_id = $4;
