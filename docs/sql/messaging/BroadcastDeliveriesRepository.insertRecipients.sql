-- every filter and variable, a translation, both channels
with
  notified as (
    insert into notifications (user_id, type, title, body, action_url, start, job_id, in_app, data)
    select
      user_id,
      $1,
      title,
      body,
      $2,
      $3::jsonb,
      $4,
      $5,
      $6
    from
      (
        select
          left(
            case served.language
              when $7 then $8::text || coalesce(nullif(u.first_name, ''), $9)
              else $10::text || coalesce(nullif(u.first_name, ''), $11)
            end,
            200
          ) as title,
          left(
            case served.language
              when $12 then coalesce(nullif(event_met.title, ''), $13) || $14::text || coalesce(nullif(conference_met.name, ''), $15) || $16::text || coalesce(nullif(quest_met.done || ' of ' || quest_met.tasks, ''), $17)
              else coalesce(nullif(event_met.title, ''), $18) || $19::text || coalesce(nullif(conference_met.name, ''), $20) || $21::text || coalesce(nullif(quest_met.done || ' of ' || quest_met.tasks, ''), $22)
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
                when $23::bigint[] is null then c.status = 'published'
                and c.ends_at > $24
                else c.id = any($25)
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
                    when $26::bigint[] is null then e.status = 'approved'
                    and e.ends_at > $27
                    and exists (
                      select
                      from conferences d
                      where
                        d.id = e.conference_id
                        and d.status = 'draft'
                    ) is not true
                    else e.id = any($28)
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
            where q.id = $29
          ) as quest_met on true
          cross join lateral (
            select
              (
                select tag
                from unnest($30::text[]) as available (tag)
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
          and u.is_blocked = $31
          and exists (
            select
            from conference_attendances a
            where
              a.user_id = u.id
              and holds_seat(a.status)
              and (
                $32::bigint[] is null
                or a.conference_id = any($33)
              )
              and (
                $34::text[] is null
                or a.ticket_type = any($35)
              )
          )
          and exists (
            select
            from event_attendances a
            where
              a.user_id = u.id
              and holds_seat(a.status)
              and a.event_id = any($36)
          )
          and (
            (
              exists (
                select
                from user_quests uq
                where
                  uq.user_id = u.id
                  and uq.quest_id = $37
                  and uq.status = 'admitted'
              )
              or (
                not exists (
                  select
                  from user_quests uq
                  where
                    uq.user_id = u.id
                    and uq.quest_id = $38
                )
                and exists (
                  select
                  from quests q
                  where
                    q.id = $39
                    and (
                      exists (
                        select
                        from event_attendances a
                        where
                          a.user_id = u.id
                          and a.event_id = q.event_id
                          and holds_seat(a.status)
                      )
                      or exists (
                        select
                        from conference_attendances a
                        where
                          a.user_id = u.id
                          and a.conference_id = q.conference_id
                          and holds_seat(a.status)
                      )
                    )
                )
              )
            )
            or exists (
              select
              from user_quests uq
              where
                uq.user_id = u.id
                and uq.quest_id = $40
                and uq.status = any($41)
                and uq.source <> 'public'
            )
          )
          and (
            select tag
            from unnest($42::text[]) as available (tag)
            where
              lower(coalesce(u.language, u.language_code)) = lower(tag)
              or (
                starts_with(lower(coalesce(u.language, u.language_code)), lower(tag) || '-')
                and length(split_part(tag, '-', -1)) > 1
              )
            order by length(tag) desc
            limit 1
          ) is not null
          and folded(u.interests) && folded($43)
          and u.onboarding_status = any($44)
          and u.id = any($45)
          and u.messenger_id = any($46)
          and u.created_at >= $47
          and u.created_at < $48
          and u.id > $49
        order by u.id asc
        limit $50
        for key share of u
      ) as picked
    returning
      id,
      user_id
  ),
  delivered as (
    insert into deliveries (notification_id, user_id, job_id, status, reason)
    select
      id,
      user_id,
      $51,
      case
        when obstacle is null then 'queued'
        else 'skipped'
      end,
      obstacle
    from
      (
        select
          t.id,
          t.user_id,
          delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $52) as obstacle
        from
          notified t
          join users u on u.id = t.user_id
          left join notification_settings s on s.user_id = t.user_id
      ) as judged
    returning status
  )
select
  count(*) as people,
  max(user_id) as last,
  (
    select count(*)
    from delivered
    where status = 'queued'
  ) as messages,
  (
    select
      case
        when users.count <= 400 then users.ids
        else '*'
      end || case
        when false then ',messages'
        else ''
      end
    from
      (
        select
          count(*) as count,
          string_agg(user_id::text, ',') as ids
        from notified
      ) as users
    where users.count > 0
  ) as notified
from notified;

-- a spreadsheet, in-app only
with
  notified as (
    insert into notifications (user_id, type, title, body, action_url, start, job_id, in_app, data)
    select
      user_id,
      $1,
      title,
      body,
      $2,
      $3::jsonb,
      $4,
      $5,
      $6
    from
      (
        select
          left($7::text || coalesce(nullif(p.variables ->> $8, ''), nullif(u.first_name, ''), $9), 200) as title,
          left(
            coalesce(nullif(p.variables ->> $10, ''), nullif(event_met.title, ''), $11) || $12::text || coalesce(nullif(p.variables ->> $13, ''), nullif(conference_met.name, ''), $14) || $15::text || coalesce(
              nullif(p.variables ->> $16, ''),
              nullif(quest_met.done || ' of ' || quest_met.tasks, ''),
              $17
            ),
            4000
          ) as body,
          u.id as user_id
        from
          users as u
          inner join broadcast_recipients as p on p.user_id = u.id
          left join lateral (
            select c.name
            from
              conference_attendances a
              join conferences c on c.id = a.conference_id
            where
              a.user_id = u.id
              and holds_seat(a.status)
              and case
                when $18::bigint[] is null then c.status = 'published'
                and c.ends_at > $19
                else c.id = any($20)
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
                    when $21::bigint[] is null then e.status = 'approved'
                    and e.ends_at > $22
                    and exists (
                      select
                      from conferences d
                      where
                        d.id = e.conference_id
                        and d.status = 'draft'
                    ) is not true
                    else e.id = any($23)
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
            where q.id = $24
          ) as quest_met on true
        where
          u.erased_at is null
          and u.is_blocked = $25
          and p.job_id = $26
          and u.id > $27
        order by u.id asc
        limit $28
        for key share of u
      ) as picked
    returning
      id,
      user_id
  )
select
  count(*) as people,
  max(user_id) as last,
  0 as messages,
  (
    select
      case
        when users.count <= 400 then users.ids
        else '*'
      end || case
        when false then ',messages'
        else ''
      end
    from
      (
        select
          count(*) as count,
          string_agg(user_id::text, ',') as ids
        from notified
      ) as users
    where users.count > 0
  ) as notified
from notified;

-- no filter, messenger only
with
  notified as (
    insert into notifications (user_id, type, title, body, action_url, start, job_id, in_app, data)
    select
      user_id,
      $1,
      title,
      body,
      $2,
      $3::jsonb,
      $4,
      $5,
      $6
    from
      (
        select
          left($7::text, 200) as title,
          left($8::text, 4000) as body,
          u.id as user_id
        from users as u
        where
          u.erased_at is null
          and u.is_blocked = $9
          and u.id > $10
        order by u.id asc
        limit $11
        for key share of u
      ) as picked
    returning
      id,
      user_id
  ),
  delivered as (
    insert into deliveries (notification_id, user_id, job_id, status, reason)
    select
      id,
      user_id,
      $12,
      case
        when obstacle is null then 'queued'
        else 'skipped'
      end,
      obstacle
    from
      (
        select
          t.id,
          t.user_id,
          delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $13) as obstacle
        from
          notified t
          join users u on u.id = t.user_id
          left join notification_settings s on s.user_id = t.user_id
      ) as judged
    returning status
  )
select
  count(*) as people,
  max(user_id) as last,
  (
    select count(*)
    from delivered
    where status = 'queued'
  ) as messages,
  null as notified
from notified;
