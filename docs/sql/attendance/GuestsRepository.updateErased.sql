update conference_invitations
set
  messenger_id = $1,
  username = $2,
  first_name = $3,
  last_name = $4,
  company = $5,
  job_title = $6,
  ticket_type = $7,
  ticket_code_hash = $8,
  ticket_code_end = $9,
  email_hash = $10,
  email_encrypted = $11,
  claimed_by = $12,
  claimed_at = $13,
  claimed_with = $14,
  reopened_at = $15,
  is_walk_in = $16,
  barred_user_ids = $17,
  barred_hashes = $18,
  erased_key_hashes = $19,
  guest_key_id = coalesce(guest_key_id, $20),
  claim_epoch = claim_epoch + 1
where
  conference_id = $21
  and id = $22;
