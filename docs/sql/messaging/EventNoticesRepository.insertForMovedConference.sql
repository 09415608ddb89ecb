with
  given as (
    select
      *,
      'conference:' || conference_id as subject
    from
      jsonb_to_recordset($1::jsonb) as g (
        event_id bigint,
        agenda_item_id bigint,
        conference_id bigint,
        type text,
        texts jsonb,
        data jsonb,
        args jsonb,
        changes jsonb,
        concerns_at timestamptz
      )
  ),
  addressed as materialized (
    select
      p.user_id,
      g.conference_id
    from
      given g
      cross join lateral (
        select user_id
        from conference_attendances
        where
          conference_id = g.conference_id
          and status <> 'cancelled'
        union
        select f.user_id
        from
          agenda_items i
          join agenda_favorites f on f.agenda_item_id = i.id
          left join events e on e.id = i.event_id
        where
          i.conference_id = g.conference_id
          and (
            e.id is null
            or is_public_event_status(e.status)
          )
      ) p
  ),
  replaced as materialized (
    select
      n.id,
      n.user_id,
      g.subject,
      n.data -> 'changes' as changes
    from
      addressed a
      join given g on g.conference_id = a.conference_id
      join notifications n on n.user_id = a.user_id
    where
      n.type in ('conference_updated')
      and n.data -> 'conference_id' = to_jsonb(g.conference_id)
      and n.in_app
      and n.clicked_at is null
      and n.dismissed_at is null
      and n.created_at > now() - interval '10 minutes'
    order by n.id
    for no key update of
      n
  ),
  held as materialized (
    select
      d.notification_id,
      d.status,
      d.due_at,
      d.concerns_at
    from deliveries d
    where
      d.notification_id in (
        select id
        from replaced
      )
    order by d.notification_id
    for update
  ),
  queued as (
    select *
    from held
    where status = 'queued'
  ),
  taken as (
    delete from deliveries
    where
      notification_id in (
        select notification_id
        from queued
      )
  ),
  unanswered as (
    -- An earlier attempt whose answer was lost: nothing can edit what it may have sent.
    delete from bot_messages
    where
      state = 'sending'
      and notification_id in (
        select notification_id
        from queued
      )
  ),
  earlier as (
    select
      r.user_id,
      r.subject,
      min(q.due_at) as due_at,
      min(q.concerns_at) as concerns_at,
      coalesce(bool_or(h.status = 'sending'), false) as is_sending,
      bool_or(
        coalesce(h.status in ('sending', 'sent'), false)
        or exists (
          select
          from
            notifications k
            join bot_messages m on m.notification_id = k.id
          where
            k.id = r.id
            or k.superseded_by = r.id
        )
      ) as is_sent
    from
      replaced r
      left join held h on h.notification_id = r.id
      left join queued q on q.notification_id = r.id
    group by
      r.user_id,
      r.subject
  ),
  newest as materialized (
    select distinct
      on (m.user_id, s.subject) m.user_id,
      s.subject,
      m.state = 'sending'
      or (
        m.sent_at > now() - interval '10 minutes'
        and not exists (
          select
          from notifications k
          where
            k.clicked_at is not null
            and k.id in (n.id, n.superseded_by)
        )
      ) as is_recent
    from
      bot_message_subjects s
      join bot_messages m on m.id = s.bot_message_id
      left join notifications n on n.id = m.notification_id
    where
      s.subject in (
        select subject
        from given
      )
      and (
        m.state = 'standing'
        or m.state = 'sending'
        and exists (
          select
          from deliveries d
          where
            d.notification_id = m.notification_id
            and d.status in ('queued', 'sending')
            and d.notification_id not in (
              select notification_id
              from queued
            )
        )
      )
    order by
      m.user_id,
      s.subject,
      m.id desc
  ),
  merged as (
    select
      a.user_id,
      g.*,
      o.due_at,
      o.is_sent,
      coalesce(
        (
          select
            jsonb_object_agg(
              field,
              jsonb_build_object(
                'from',
                coalesce(o.changes -> field -> 'from', g.changes -> field -> 'from'),
                'to',
                coalesce(g.changes -> field -> 'to', o.changes -> field -> 'to')
              )
            )
          from jsonb_object_keys(coalesce(o.changes, '{}') || coalesce(g.changes, '{}')) as field
        ),
        '{}'
      ) as both_changes,
      g.changes is null
      or g.changes -> 'status' is not null as is_of_status,
      least(g.concerns_at, o.concerns_at) as soonest,
      o.due_at is null
      and (
        coalesce(m.is_recent, false)
        or coalesce(o.is_sending, false)
      ) as stands
    from
      addressed a
      join given g on g.conference_id = a.conference_id
      left join (
        select
          e.*,
          (
            select r.changes
            from replaced r
            where
              r.user_id = e.user_id
              and r.subject = e.subject
            order by r.id
            limit 1
          ) as changes
        from earlier e
      ) o on o.user_id = a.user_id
      and o.subject = g.subject
      left join newest m on m.user_id = a.user_id
      and m.subject = g.subject
  ),
  shown as (
    select
      *,
      case
        when is_sent
        and is_of_status then both_changes || jsonb_build_object('status', changes -> 'status')
        else both_changes
      end as shown_changes
    from merged
    where
      is_sent
      or changes is null
      or not (
        not exists (
          select
          from jsonb_each(both_changes) as f
          where f.value -> 'from' <> f.value -> 'to'
        )
      )
  ),
  composed as materialized (
    select
      nextval(pg_get_serial_sequence('notifications', 'id')) as id,
      u.id as user_id,
      g.subject,
      g.type,
      t.text ->> 'title' as title,
      t.text ->> 'body' as body,
      case
        when g.changes is null then g.data
        else g.data || jsonb_build_object('changes', g.shown_changes)
      end as data,
      case
        when g.changes is null then g.args
        else g.args || jsonb_build_object('changes', g.shown_changes)
      end as args,
      least(
        g.due_at,
        now() + case
          when g.is_of_status
          or g.soonest <= now() + interval '15 minutes' then interval '0'
          else $2 * interval '1 ms'
        end
      ) as due_at,
      g.soonest as concerns_at,
      g.is_of_status
      or g.soonest <= now() + interval '3 hours'
      or not g.stands as needs_message
    from
      shown g
      join users u on u.id = g.user_id
      and u.erased_at is null
      cross join lateral (
        select
          g.texts -> case
            when g.shown_changes #>> '{status,from}' = 'cancelled' then 'revived'
            when not exists (
              select
              from jsonb_each(g.shown_changes) as f
              where f.value -> 'from' <> f.value -> 'to'
            ) then 'back'
            else 'changed'
          end as text
      ) t
    for key share of u
  ),
  superseded as (
    select
      id,
      user_id,
      subject
    from replaced
    union all
    select
      k.id,
      r.user_id,
      r.subject
    from
      replaced r
      join notifications k on k.superseded_by = r.id
  ),
  hidden as (
    update notifications n
    set
      in_app = false,
      superseded_by = c.id
    from
      superseded s
      join composed c on c.user_id = s.user_id
      and c.subject = s.subject
    where n.id = s.id
    returning n.id
  ),
  withdrawn as (
    delete from notifications
    where
      id in (
        select id
        from superseded
        except
        select id
        from hidden
      )
  ),
  notified as (
    insert into notifications (id, user_id, type, title, body, data, args)
    overriding system value
    select
      id,
      user_id,
      type,
      title,
      body,
      data,
      args
    from composed
    returning
      id,
      user_id
  ),
  written as (
    insert into deliveries (notification_id, user_id, due_at, concerns_at)
    select
      c.id,
      c.user_id,
      c.due_at,
      c.concerns_at
    from
      composed c
      join users u on u.id = c.user_id
      left join notification_settings s on s.user_id = c.user_id
    where
      c.needs_message
      and not u.is_blocked
      and delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $3) is null
    returning 1
  )
select
  (
    select
      case
        when users.count <= 400 then users.ids
        else '*'
      end || case
        when exists (
          select
          from written
        ) then ',messages'
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
  ) as notified;
