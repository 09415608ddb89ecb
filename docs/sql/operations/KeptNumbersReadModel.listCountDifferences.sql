-- conferences
select
  k.id,
  f.field,
  f.expected,
  f.found
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
  cross join lateral (
    values
      ('attendee_count', s.attendees, k.attendee_count),
      ('invited_count', s.invited, k.invited_count),
      (
        'over_capacity_count',
        case
          when k.capacity is null then 0
          else greatest(0, s.attendees + s.invited - k.capacity)
        end,
        k.over_capacity_count
      )
  ) f (field, expected, found)
where
  k.id > $1
  and k.id <= $2
  and true
  and f.expected <> f.found
order by
  k.id,
  f.field;

-- events
select
  k.id,
  f.field,
  f.expected,
  f.found
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
  cross join lateral (
    values
      ('attendee_count', s.attendees, k.attendee_count),
      (
        'over_capacity_count',
        case
          when k.capacity is null then 0
          else greatest(0, s.attendees - k.capacity)
        end,
        k.over_capacity_count
      )
  ) f (field, expected, found)
where
  k.id > $1
  and k.id <= $2
  and true
  and f.expected <> f.found
order by
  k.id,
  f.field;

-- quests
select
  k.id,
  f.field,
  f.expected,
  f.found
from
  quests k
  cross join lateral (
    select count(*)::integer as participants
    from user_quests uq
    where uq.quest_id = k.id
  ) s
  cross join lateral (
    values ('participant_count', s.participants, k.participant_count)
  ) f (field, expected, found)
where
  k.id > $1
  and k.id <= $2
  and k.deleted_at is null
  and f.expected <> f.found
order by
  k.id,
  f.field;
