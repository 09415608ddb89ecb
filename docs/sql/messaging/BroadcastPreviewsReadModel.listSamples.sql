-- one language
select
  left($1::text || coalesce(nullif(u.first_name, ''), $2), 200) as title,
  left(
    coalesce(nullif(event_met.title, ''), $3) || $4::text || coalesce(nullif(conference_met.name, ''), $5) || $6::text || coalesce(nullif(quest_met.done || ' of ' || quest_met.tasks, ''), $7),
    4000
  ) as body,
  u.id as user_id
from
  users as u
  left join lateral (
    select c.name
    from
      conference_attendances a
      join conferences c on c.id = a.conference_id
    where
      a.user_id = u.id
      and holds_seat(a.status)
      and case
        when $8::bigint[] is null then c.status = 'published'
        and c.ends_at > $9
        else c.id = any($10)
      end
    order by
      c.starts_on,
      c.id
    limit 1
  ) as conference_met on true
  left join lateral (
    select title
    from
      (
        select
          e.id,
          e.title,
          e.starts_at
        from
          event_attendances a
          join events e on e.id = a.event_id
        where
          a.user_id = u.id
          and holds_seat(a.status)
          and case
            when $11::bigint[] is null then e.status = 'approved'
            and e.ends_at > $12
            and exists (
              select
              from conferences d
              where
                d.id = e.conference_id
                and d.status = 'draft'
            ) is not true
            else e.id = any($13)
          end
        offset 0
      ) theirs
    order by
      starts_at,
      id
    limit 1
  ) as event_met on true
  left join lateral (
    select
      q.title,
      (
        select count(*)
        from
          user_quest_tasks s
          join quest_tasks t on t.id = s.task_id
        where
          s.user_id = u.id
          and s.quest_id = q.id
          and s.status = 'approved'
          and t.deleted_at is null
      ) as done,
      (
        select count(*)
        from quest_tasks t
        where
          t.quest_id = q.id
          and t.deleted_at is null
      ) as tasks
    from quests q
    where q.id = $14
  ) as quest_met on true
where
  u.erased_at is null
  and u.is_blocked = $15
order by u.id asc
limit $16;

-- translated, for some users
select
  left(
    case served.language
      when $1 then $2::text || coalesce(nullif(u.first_name, ''), $3)
      else $4::text || coalesce(nullif(u.first_name, ''), $5)
    end,
    200
  ) as title,
  left(
    case served.language
      when $6 then coalesce(nullif(event_met.title, ''), $7) || $8::text || coalesce(nullif(conference_met.name, ''), $9) || $10::text || coalesce(nullif(quest_met.done || ' of ' || quest_met.tasks, ''), $11)
      else coalesce(nullif(event_met.title, ''), $12) || $13::text || coalesce(nullif(conference_met.name, ''), $14) || $15::text || coalesce(nullif(quest_met.done || ' of ' || quest_met.tasks, ''), $16)
    end,
    4000
  ) as body,
  u.id as user_id
from
  users as u
  left join lateral (
    select c.name
    from
      conference_attendances a
      join conferences c on c.id = a.conference_id
    where
      a.user_id = u.id
      and holds_seat(a.status)
      and case
        when $17::bigint[] is null then c.status = 'published'
        and c.ends_at > $18
        else c.id = any($19)
      end
    order by
      c.starts_on,
      c.id
    limit 1
  ) as conference_met on true
  left join lateral (
    select title
    from
      (
        select
          e.id,
          e.title,
          e.starts_at
        from
          event_attendances a
          join events e on e.id = a.event_id
        where
          a.user_id = u.id
          and holds_seat(a.status)
          and case
            when $20::bigint[] is null then e.status = 'approved'
            and e.ends_at > $21
            and exists (
              select
              from conferences d
              where
                d.id = e.conference_id
                and d.status = 'draft'
            ) is not true
            else e.id = any($22)
          end
        offset 0
      ) theirs
    order by
      starts_at,
      id
    limit 1
  ) as event_met on true
  left join lateral (
    select
      q.title,
      (
        select count(*)
        from
          user_quest_tasks s
          join quest_tasks t on t.id = s.task_id
        where
          s.user_id = u.id
          and s.quest_id = q.id
          and s.status = 'approved'
          and t.deleted_at is null
      ) as done,
      (
        select count(*)
        from quest_tasks t
        where
          t.quest_id = q.id
          and t.deleted_at is null
      ) as tasks
    from quests q
    where q.id = $23
  ) as quest_met on true
  cross join lateral (
    select
      (
        select tag
        from unnest($24::text[]) as available (tag)
        where
          lower(coalesce(u.language, u.language_code)) = lower(tag)
          or (
            starts_with(lower(coalesce(u.language, u.language_code)), lower(tag) || '-')
            and length(split_part(tag, '-', -1)) > 1
          )
        order by length(tag) desc
        limit 1
      ) as language
    offset 0
  ) as served
where
  u.erased_at is null
  and u.is_blocked = $25
  and u.id = any($26)
order by u.id asc;
