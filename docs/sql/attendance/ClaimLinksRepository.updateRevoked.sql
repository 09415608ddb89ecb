-- of all
update conference_invitations as i
set claim_epoch = claim_epoch + $1
where
  conference_id = $2
  and i.claimed_at is null
  and i.withdrawn_at is null;

-- of some
update conference_invitations as i
set claim_epoch = claim_epoch + $1
where
  conference_id = $2
  and i.claimed_at is null
  and i.withdrawn_at is null
  and id = any($3::bigint[]);
