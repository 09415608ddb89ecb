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
  scan_code_hash = $10,
  email_hash = $11,
  email_encrypted = $12,
  claimed_by = $13,
  claimed_at = $14,
  claimed_with = $15,
  reopened_at = $16,
  is_walk_in = $17,
  barred_user_ids = $18,
  barred_hashes = $19,
  erased_key_hashes = $20,
  guest_key_id = coalesce(guest_key_id, $21),
  claim_epoch = claim_epoch + 1
where
  conference_id = $22
  and id = $23;
