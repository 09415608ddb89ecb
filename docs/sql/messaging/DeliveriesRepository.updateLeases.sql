with
  moment as materialized (
    select clock_timestamp() as now
  ),
  used as (
    select
      (
        select count(*)
        from
          deliveries,
          moment
        where
          status = 'sending'
          and leased_until > now
      ) + (
        select count(*)
        from
          deliveries,
          moment
        where answered_at > now - interval '1 second'
      ) as count
  ),
  due as (
    (
      select
        notification_id,
        1 as rank,
        due_at
      from
        deliveries,
        moment
      where
        status = 'sending'
        and leased_until <= now
        and (
          job_id is null
          or not $1
        )
      limit $2
    )
    union all
    (
      select
        notification_id,
        1,
        due_at
      from
        deliveries,
        moment
      where
        status = 'queued'
        and job_id is null
        and due_at <= now
      order by
        due_at,
        notification_id
      limit $3
    )
    union all
    (
      select
        notification_id,
        2,
        due_at
      from
        deliveries,
        moment
      where
        status = 'queued'
        and job_id is not null
        and due_at <= now
        and not $4
      order by
        due_at,
        notification_id
      limit $5
    )
  ),
  chosen as (
    select notification_id
    from due
    order by
      rank,
      due_at,
      notification_id
    limit
      (
        select greatest(0, least($6, $7 - count))
        from used
      )
  ),
  -- Skip locked rows: the cancellation of a large job must not stop other messages.
  taken as (
    select
      notification_id,
      user_id,
      job_id,
      attempts,
      is_test,
      is_reminder
    from deliveries
    where
      notification_id in (
        select notification_id
        from chosen
      )
      and (
        status = 'queued'
        or (
          status = 'sending'
          and leased_until <= (
            select now
            from moment
          )
        )
      )
    for no key update
      skip locked
  ),
  judged as (
    select
      d.notification_id,
      u.messenger_id,
      n.title,
      n.body,
      n.action_url,
      case
        when u.erased_at is not null then 'erased'
        when d.attempts >= 9 then 'worker_died'
        when not $8 then 'not_configured'
        when d.is_test then null
        when j.status <> 'running' then 'cancelled'
        when u.is_blocked then 'account_blocked'
        else coalesce(
          delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, t.topic),
          case
            when d.is_reminder then (
              select
                case
                  when bool_and(r.starts_at <= moment.now) is not false then 'outdated'
                  when not bool_or(
                    r.starts_at > moment.now
                    and exists (
                      select
                      from
                        (
                          select
                            a.user_id,
                            'event:' || e.id as thing,
                            e.starts_at,
                            true as is_seat,
                            e.id as event_id,
                            i.id as agenda_item_id,
                            coalesce(i.title, e.title) as title,
                            e.timezone,
                            coalesce(i.room, e.venue_name, e.venue_address) as place
                          from
                            events e
                            join event_attendances a on a.event_id = e.id
                            and a.status in ('registered', 'checked_in')
                            left join agenda_items i on i.event_id = e.id
                            and i.status = 'scheduled'
                            left join conferences c on c.id = e.conference_id
                          where
                            e.status = 'approved'
                            and not e.all_day
                            and (
                              c.id is null
                              or c.status = 'published'
                            )
                          union all
                          select
                            f.user_id,
                            coalesce('event:' || e.id, 'agenda_item:' || i.id),
                            i.starts_at,
                            false,
                            e.id,
                            i.id,
                            i.title,
                            coalesce(e.timezone, c.timezone),
                            coalesce(i.room, e.venue_name, e.venue_address)
                          from
                            agenda_items i
                            join agenda_favorites f on f.agenda_item_id = i.id
                            join conferences c on c.id = i.conference_id
                            left join events e on e.id = i.event_id
                          where
                            i.status = 'scheduled'
                            and (
                              e.id is null
                              or e.status = 'approved'
                            )
                            and (
                              c.id is null
                              or c.status = 'published'
                            )
                            and (
                              e.all_day
                              and e.starts_at = i.starts_at
                            ) is not true
                        ) as session
                      where
                        session.user_id = r.user_id
                        and session.thing = r.thing
                        and session.starts_at = r.starts_at
                    )
                  ) then 'withdrawn'
                end
              from session_reminders r
              where r.notification_id = d.notification_id
            )
          end
        )
      end as obstacle,
      case
        when not d.is_test then quiet_until(moment.now, s.quiet_start, s.quiet_end, s.quiet_timezone)
      end as quiet_until
    from
      moment,
      taken d
      join notifications n on n.id = d.notification_id
      join users u on u.id = d.user_id
      left join notification_jobs j on j.id = d.job_id
      left join notification_settings s on s.user_id = d.user_id
      left join (
        values
          ('connection_request', 'connections'),
          ('connection_accepted', 'connections'),
          ('event_approved', 'events'),
          ('event_rejected', 'events'),
          ('event_promoted', 'events'),
          ('event_updated', 'events'),
          ('event_cancelled', 'events'),
          ('programme_changed', 'events'),
          ('conference_cancelled', 'conferences'),
          ('agenda_item_updated', 'events'),
          ('agenda_item_cancelled', 'events'),
          ('conference_promoted', 'conferences'),
          ('seat_given', 'events'),
          ('seat_taken', 'events'),
          ('partner_minted', 'partner'),
          ('quest_task_approved', 'quests'),
          ('quest_task_rejected', 'quests'),
          ('quest_registration_approved', 'quests'),
          ('quest_registration_rejected', 'quests'),
          ('quest_completed', 'quests'),
          ('quest_reminder', 'quests'),
          ('points_adjusted', 'quests'),
          ('session_reminder', 'reminders'),
          ('message', 'messages')
      ) as t (type, topic) on t.type = n.type
  ),
  decided as (
    select
      *,
      case
        when obstacle = 'worker_died' then 'failed'
        when obstacle is not null then 'skipped'
        when quiet_until is not null then 'queued'
        else 'sending'
      end as decision
    from judged
  )
update deliveries d
set
  status = decision,
  reason = case
    when decision = 'queued' then 'quiet_hours'
    else obstacle
  end,
  due_at = coalesce(quiet_until, due_at),
  attempts = attempts + (decision = 'sending')::int,
  run_id = case
    when decision = 'sending' then $9::uuid
  end,
  leased_until = case
    when decision = 'sending' then moment.now + 20 * interval '1 second'
  end
from
  decided,
  moment
where d.notification_id = decided.notification_id
returning
  d.notification_id,
  d.user_id,
  d.status,
  d.attempts,
  messenger_id,
  title,
  body,
  action_url;
