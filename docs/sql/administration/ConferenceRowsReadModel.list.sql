-- an event
select
  'event' as kind,
  id,
  conference_id
from
  (
    select
      id,
      conference_id
    from events
    where id = any($1::bigint[])
  ) as of_rows;

-- every kind
select
  'event' as kind,
  id,
  conference_id
from
  (
    select
      id,
      conference_id
    from events
    where id = any($1::bigint[])
  ) as of_rows
union all
select
  'agenda_item' as kind,
  id,
  conference_id
from
  (
    select
      id,
      conference_id
    from agenda_items
    where id = any($2::bigint[])
  ) as of_rows
union all
select
  'speaker' as kind,
  id,
  conference_id
from
  (
    select
      r.id,
      m.conference_id
    from
      unnest($3::bigint[]) as r (id)
      join conference_speakers m on m.speaker_id = coalesce(
        (
          select s.speaker_id
          from merged_speakers s
          where s.id = r.id
        ),
        r.id
      )
  ) as of_rows
union all
select
  'changed_speaker' as kind,
  id,
  conference_id
from
  (
    select
      r.id,
      m.conference_id
    from
      unnest($4::bigint[]) as r (id)
      join conference_speakers m on m.speaker_id = coalesce(
        (
          select s.speaker_id
          from merged_speakers s
          where s.id = r.id
        ),
        r.id
      )
  ) as of_rows
union all
select
  'quest' as kind,
  id,
  conference_id
from
  (
    select
      id,
      conference_id
    from quests
    where id = any($5::bigint[])
  ) as of_rows
union all
select
  'quest_task' as kind,
  id,
  conference_id
from
  (
    select
      t.id,
      q.conference_id
    from
      quest_tasks t
      join quests q on q.id = t.quest_id
    where t.id = any($6::bigint[])
  ) as of_rows
union all
select
  'submission' as kind,
  id,
  conference_id
from
  (
    select
      s.id,
      q.conference_id
    from
      user_quest_tasks s
      join quests q on q.id = s.quest_id
    where s.id = any($7::bigint[])
  ) as of_rows
union all
select
  'registration_request' as kind,
  id,
  conference_id
from
  (
    select
      r.id,
      q.conference_id
    from
      quest_registration_requests r
      join quests q on q.id = r.quest_id
    where r.id = any($8::bigint[])
  ) as of_rows
union all
select
  'media' as kind,
  id,
  conference_id
from
  (
    select
      s.media_id as id,
      q.conference_id
    from
      user_quest_tasks s
      join quests q on q.id = s.quest_id
    where s.media_id = any($9::bigint[])
  ) as of_rows
union all
select
  'broadcast' as kind,
  id,
  conference_id
from
  (
    select
      j.id,
      of.conference_id
    from
      notification_jobs j
      cross join lateral (
        select value::bigint as conference_id
        from jsonb_array_elements_text(j.audience -> 'conference_ids')
        union all
        select e.conference_id
        from
          jsonb_array_elements_text(j.audience -> 'event_ids')
          left join events e on e.id = value::bigint
        union all
        select q.conference_id
        from quests q
        where q.id = (j.audience ->> 'quest_id')::bigint
      ) as of
    where j.id = any($10::bigint[])
  ) as of_rows
union all
select
  'user' as kind,
  id,
  conference_id
from
  (
    select
      r.id,
      of.conference_id
    from
      unnest($11::bigint[]) as r (id)
      cross join lateral (
        select conference_id
        from conference_attendances
        where user_id = r.id
        union all
        select conference_id
        from conference_invitations
        where claimed_by = r.id
        union all
        select e.conference_id
        from
          event_attendances a
          join events e on e.id = a.event_id
        where a.user_id = r.id
        union all
        select conference_id
        from events
        where submitted_by = r.id
        union all
        select q.conference_id
        from
          user_quests p
          join quests q on q.id = p.quest_id
        where p.user_id = r.id
        union all
        select q.conference_id
        from
          quest_registration_requests p
          join quests q on q.id = p.quest_id
        where p.user_id = r.id
        union all
        select m.conference_id
        from
          speakers s
          join conference_speakers m on m.speaker_id = s.id
        where s.user_id = r.id
      ) of
  ) as of_rows;
