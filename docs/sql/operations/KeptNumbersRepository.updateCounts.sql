-- conferences
update conferences t
set
  attendee_count = s.attendees,
  invited_count = s.invited,
  over_capacity_count = case
    when k.capacity is null then 0
    else greatest(0, s.attendees + s.invited - k.capacity)
  end
from
  conferences k
  cross join lateral (
    select
      (
        select count(*)::integer
        from conference_attendances a
        where
          a.conference_id = k.id
          and holds_seat(a.status)
      ) as attendees,
      (
        select count(*)::integer
        from conference_invitations i
        where
          i.conference_id = k.id
          and i.has_seat
      ) as invited
  ) s
where
  t.id = $1
  and k.id = t.id
  and true
  and true
  and (
    k.attendee_count <> s.attendees
    or k.invited_count <> s.invited
    or k.over_capacity_count <> case
      when k.capacity is null then 0
      else greatest(0, s.attendees + s.invited - k.capacity)
    end
  )
returning
  json_build_object(
    'attendee_count',
    k.attendee_count,
    'invited_count',
    k.invited_count,
    'over_capacity_count',
    k.over_capacity_count
  ) as before,
  json_build_object(
    'attendee_count',
    t.attendee_count,
    'invited_count',
    t.invited_count,
    'over_capacity_count',
    t.over_capacity_count
  ) as after;

-- events
update events t
set
  attendee_count = s.attendees,
  over_capacity_count = case
    when k.capacity is null then 0
    else greatest(0, s.attendees - k.capacity)
  end
from
  events k
  cross join lateral (
    select
      (
        select count(*)::integer
        from event_attendances a
        where
          a.event_id = k.id
          and holds_seat(a.status)
      ) as attendees
  ) s
where
  t.id = $1
  and k.id = t.id
  and true
  and true
  and (
    k.attendee_count <> s.attendees
    or k.over_capacity_count <> case
      when k.capacity is null then 0
      else greatest(0, s.attendees - k.capacity)
    end
  )
returning
  json_build_object('attendee_count', k.attendee_count, 'over_capacity_count', k.over_capacity_count) as before,
  json_build_object('attendee_count', t.attendee_count, 'over_capacity_count', t.over_capacity_count) as after;

-- quests
update quests t
set participant_count = s.participants
from
  quests k
  cross join lateral (
    select count(*)::integer as participants
    from user_quests uq
    where uq.quest_id = k.id
  ) s
where
  t.id = $1
  and k.id = t.id
  and k.deleted_at is null
  and (
    k.max_participants is null
    or s.participants <= k.max_participants
  )
  and (k.participant_count <> s.participants)
returning
  json_build_object('participant_count', k.participant_count) as before,
  json_build_object('participant_count', t.participant_count) as after;
