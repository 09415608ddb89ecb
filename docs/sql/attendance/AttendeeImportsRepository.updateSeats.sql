update staged_attendees s
set
  has_seat = n.has_seat,
  queue_number = n.queue_number
from
  (
    select
      row,
      coalesce(
        row_number() over (
          order by row
        ) <= $1::integer,
        true
      ) as has_seat,
      nextval('attendance_queue') as queue_number
    from
      (
        select s.row
        from
          staged_attendees s
          left join conference_attendances a on a.conference_id = $2
          and a.user_id = s.user_id
        where
          case
            when s.user_id is null then s.invitation_id is null
            else a.user_id is null
          end
        order by s.row
        offset 0
      ) new
  ) n
where n.row = s.row;
