select
  json_build_object('id', c.id, 'name', c.name) as conference,
  i.id,
  i.username,
  i.first_name,
  i.last_name,
  i.company,
  i.job_title,
  i.ticket_type,
  i.ticket_code_end,
  i.email_encrypted,
  i.created_at,
  i.claimed_at
from
  conference_invitations i
  join conferences c on c.id = i.conference_id
where i.claimed_by = $1
order by i.id;
