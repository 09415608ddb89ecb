select
  id,
  case
    when withdrawn_at is not null then 'withdrawn'
    when claimed_at is not null then 'claimed'
    when checked_in_at is not null then 'checked_in'
    when is_changed_since_import then 'changed'
    else 'open'
  end as state
from conference_invitations
where
  conference_id = $1
  and import_id = $2
order by id
for update;
