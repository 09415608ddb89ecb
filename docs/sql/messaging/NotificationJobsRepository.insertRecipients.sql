-- every filter and variable, both channels
with
  notified as (
    insert into notifications (user_id, type, title, body, action_url, job_id, in_app)
    select
      user_id,
      'message',
      title,
      body,
      $1,
      $2,
      $3
    from
      (
        select
          left($4::text || coalesce(nullif(u.first_name, ''), $5), 200) as title,
          left(
            coalesce(nullif(event_met.title, ''), $6) || $7::text || coalesce(nullif(conference_met.name, ''), $8),
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
                when $9::bigint[] is null then c.status = 'published'
                and c.ends_at > $10
                else c.id = any($11)
              end
            order by
              c.starts_on,
              c.id
            limit 1
          ) as conference_met on true
          left join lateral (
            select e.title
            from
              event_attendances a
              join events e on e.id = a.event_id
            where
              a.user_id = u.id
              and holds_seat(a.status)
              and case
                when $12::bigint[] is null then e.status = 'approved'
                and e.ends_at > $13
                and not exists (
                  select
                  from conferences d
                  where
                    d.id = e.conference_id
                    and d.status = 'draft'
                )
                else e.id = any($14)
              end
            order by
              e.starts_at,
              e.id
            limit 1
          ) as event_met on true
        where
          u.erased_at is null
          and u.is_blocked = $15
          and exists (
            select
            from conference_attendances a
            where
              a.user_id = u.id
              and holds_seat(a.status)
              and (
                $16::bigint[] is null
                or a.conference_id = any($17)
              )
              and (
                $18::text[] is null
                or a.ticket_type = any($19)
              )
          )
          and exists (
            select
            from event_attendances a
            where
              a.user_id = u.id
              and holds_seat(a.status)
              and a.event_id = any($20)
          )
          and speaks_one_of(u.language_code, $21)
          and folded(u.interests) && folded($22)
          and u.onboarding_status = any($23)
          and u.id = any($24)
          and u.messenger_id = any($25)
          and u.created_at >= $26
          and u.created_at < $27
          and u.id > $28
        order by u.id asc
        limit $29
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
      $30,
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
          delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $31) as obstacle
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
      pg_notify(
        'hallway_notifications',
        case
          when users.count <= 400 then users.ids
          else '*'
        end || case
          when false then ',messages'
          else ''
        end
      )
    from
      (
        select
          count(*) as count,
          string_agg(user_id::text, ',') as ids
        from notified
      ) as users
    where users.count > 0
  )
from notified;

-- a spreadsheet, in-app only
with
  notified as (
    insert into notifications (user_id, type, title, body, action_url, job_id, in_app)
    select
      user_id,
      'message',
      title,
      body,
      $1,
      $2,
      $3
    from
      (
        select
          left($4::text || coalesce(nullif(p.variables ->> $5, ''), nullif(u.first_name, ''), $6), 200) as title,
          left(
            coalesce(nullif(p.variables ->> $7, ''), nullif(event_met.title, ''), $8) || $9::text || coalesce(nullif(p.variables ->> $10, ''), nullif(conference_met.name, ''), $11),
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
                when $12::bigint[] is null then c.status = 'published'
                and c.ends_at > $13
                else c.id = any($14)
              end
            order by
              c.starts_on,
              c.id
            limit 1
          ) as conference_met on true
          left join lateral (
            select e.title
            from
              event_attendances a
              join events e on e.id = a.event_id
            where
              a.user_id = u.id
              and holds_seat(a.status)
              and case
                when $15::bigint[] is null then e.status = 'approved'
                and e.ends_at > $16
                and not exists (
                  select
                  from conferences d
                  where
                    d.id = e.conference_id
                    and d.status = 'draft'
                )
                else e.id = any($17)
              end
            order by
              e.starts_at,
              e.id
            limit 1
          ) as event_met on true
        where
          u.erased_at is null
          and u.is_blocked = $18
          and p.job_id = $19
          and u.id > $20
        order by u.id asc
        limit $21
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
      pg_notify(
        'hallway_notifications',
        case
          when users.count <= 400 then users.ids
          else '*'
        end || case
          when false then ',messages'
          else ''
        end
      )
    from
      (
        select
          count(*) as count,
          string_agg(user_id::text, ',') as ids
        from notified
      ) as users
    where users.count > 0
  )
from notified;

-- no filter, messenger only
with
  notified as (
    insert into notifications (user_id, type, title, body, action_url, job_id, in_app)
    select
      user_id,
      'message',
      title,
      body,
      $1,
      $2,
      $3
    from
      (
        select
          left($4::text, 200) as title,
          left($5::text, 4000) as body,
          u.id as user_id
        from users as u
        where
          u.erased_at is null
          and u.is_blocked = $6
          and u.id > $7
        order by u.id asc
        limit $8
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
      $9,
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
          delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $10) as obstacle
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
  ) as messages
from notified;
