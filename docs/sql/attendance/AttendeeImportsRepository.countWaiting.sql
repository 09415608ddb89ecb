select count(*)
from
  staged_attendees s
  left join conference_attendances a on a.conference_id = $1
  and a.user_id = s.user_id
  left join conference_invitations i on i.id = s.invitation_id
  and i.claimed_at is null
  and i.withdrawn_at is null
  and not i.has_seat
where
  case
    when s.user_id is null then not s.has_seat
    or i.id is not null
    else a.status = 'waitlisted'
  end;
