-- conferences
select max(id) as upto
from
  (
    select
      id,
      sum(1 + attendee_count) over (
        order by id
      ) / $1 as batch
    from conferences
  ) sized
group by batch
order by upto;

-- events
select max(id) as upto
from
  (
    select
      id,
      sum(1 + attendee_count) over (
        order by id
      ) / $1 as batch
    from events
  ) sized
group by batch
order by upto;

-- quests
select max(id) as upto
from
  (
    select
      id,
      sum(1 + participant_count) over (
        order by id
      ) / $1 as batch
    from quests
  ) sized
group by batch
order by upto;
