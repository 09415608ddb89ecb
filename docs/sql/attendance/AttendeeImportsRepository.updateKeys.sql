update conference_invitations i
set
  ticket_code_hash = coalesce(s.ticket_hashes[1], i.ticket_code_hash),
  ticket_code_end = case
    when s.ticket_hashes is null then i.ticket_code_end
    else s.ticket_code_end
  end,
  scan_code_hash = coalesce(s.scan_hashes[1], i.scan_code_hash),
  email_hash = coalesce(s.email_hashes[1], i.email_hash),
  email_encrypted = case
    when s.email_hashes is not null
    and coalesce(i.email_hash <> all (s.email_hashes), true) then null
    else i.email_encrypted
  end,
  guest_key_id = case
    when (
      i.ticket_code_hash is null
      or s.ticket_hashes is not null
    )
    and (
      i.scan_code_hash is null
      or s.scan_hashes is not null
    )
    and (
      i.email_hash is null
      or s.email_hashes is not null
    ) then $1
    else coalesce(i.guest_key_id, $2)
  end
from staged_attendees s
where
  i.id = s.invitation_id
  and i.withdrawn_at is null
  and (
    s.ticket_hashes is not null
    or s.scan_hashes is not null
    or s.email_hashes is not null
  )
  and (
    s.ticket_hashes is not null
    and i.ticket_code_hash is distinct from s.ticket_hashes[1]
    or s.scan_hashes is not null
    and i.scan_code_hash is distinct from s.scan_hashes[1]
    or s.email_hashes is not null
    and i.email_hash is distinct from s.email_hashes[1]
  );
