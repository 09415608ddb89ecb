with
  given as (
    select
      *,
      'event:' || event_id as subject
    from
      jsonb_to_recordset($1::jsonb) as g (
        place integer,
        event_id bigint,
        text text,
        thing jsonb,
        changes jsonb,
        concerns_at timestamptz
      )
  ),
  replaced as (
    select
      null::bigint as id,
      null::bigint as user_id,
      '' as subject
    where false
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
  lines as (
    select
      a.user_id,
      g.*,
      g.changes -> 'status' is not null as is_of_status,
      false as is_named
    from
      given g
      join events e on e.id = g.event_id
      and exists (
        select
        from conferences d
        where
          d.id = e.conference_id
          and d.status = 'draft'
      ) is not true
      cross join lateral (
        select user_id
        from event_attendances
        where
          event_id = e.id
          and status <> 'cancelled'
        union
        select e.submitted_by
        where e.submitted_by is not null
      ) a
  ),
  judged as (
    select
      l.*,
      row_number() over (
        partition by
          l.user_id
        order by
          l.place,
          l.subject
      ) as nth,
      l.subject is not null
      and (
        l.is_of_status
        or l.concerns_at <= now() + interval '3 hours'
        or not coalesce(
          m.is_recent
          or l.is_named,
          false
        )
      ) as needs_message
    from
      lines l
      left join newest m on m.user_id = l.user_id
      and m.subject = l.subject
  ),
  digests as (
    select
      user_id,
      bool_or(needs_message) as needs_message,
      bool_or(is_of_status) as is_of_status,
      min(concerns_at) as concerns_at,
      greatest(0, count(text) - 5) as more,
      string_agg(
        text,
        chr(10)
        order by nth
      ) filter (
        where nth <= 5
      ) as named,
      jsonb_agg(
        thing
        order by nth
      ) filter (
        where
          nth <= 5
          and thing is not null
      ) as things,
      jsonb_build_object('conference_id', $2::bigint) || jsonb_build_object(
        'event_ids',
        jsonb_agg(
          event_id
          order by place
        )
      ) as data
    from judged
    group by user_id
  ),
  composed as materialized (
    select
      nextval(pg_get_serial_sequence('notifications', 'id')) as id,
      u.id as user_id,
      'digest' as subject,
      'programme_changed' as type,
      $3 as title,
      concat_ws(
        chr(10),
        d.named,
        case
          when d.more > 0 then 'and ' || d.more || ' more'
        end,
        $4::text
      ) as body,
      d.data,
      jsonb_build_object('conference', $5::text, 'lines', coalesce(d.things, '[]'), 'more', d.more) as args,
      least(
        e.due_at,
        now() + case
          when d.is_of_status
          or d.concerns_at <= now() + interval '15 minutes' then interval '0'
          else $6 * interval '1 ms'
        end
      ) as due_at,
      least(d.concerns_at, e.concerns_at) as concerns_at,
      e.due_at is not null
      or d.needs_message as needs_message
    from
      digests d
      join users u on u.id = d.user_id
      and u.erased_at is null
      left join earlier e on e.user_id = d.user_id
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
      and delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $7) is null
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
