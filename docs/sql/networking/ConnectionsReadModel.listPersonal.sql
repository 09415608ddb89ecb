select
  c.id as id,
  c.status as status,
  c.message as message,
  c.created_at as created_at,
  c.responded_at as responded_at,
  c.met_at as met_at,
  c.met_conference_id as met_conference_id,
  case
    when c.requester_id = $1 then 'sent'
    else 'received'
  end as direction,
  (
    select n.note
    from connection_notes n
    where
      n.connection_id = c.id
      and n.writer_id = $2
  ) as note,
  json_build_object('id', u.id, 'first_name', u.first_name) as user
from
  connections c
  join users u on u.id = case
    when c.requester_id = $3 then c.recipient_id
    else c.requester_id
  end
where
  c.requester_id = $4
  or c.recipient_id = $5
  and c.status <> 'withdrawn'
order by c.id;
