with
  moment as materialized (
    select clock_timestamp() as now
  ),
  used as (
    select
      greatest(
        (
          select count(*)
          from messenger_chats
          where
            free_at > (
              select now
              from moment
            )
        ),
        (
          select count(*)
          from deliveries
          where
            status = 'sending'
            and leased_until > (
              select now
              from moment
            )
        ) + (
          select count(*)
          from deliveries
          where
            answered_at > (
              select now
              from moment
            ) - interval '1 second'
        )
      ) as count
  ),
  allowed as materialized (
    -- Each time by itself, since PostgreSQL before 17 subtracts no infinite one.
    select
      floor(
        $1 * greatest(
          0,
          least(
            1,
            extract(
              epoch
              from
                (
                  select now
                  from moment
                )
            ) - extract(
              epoch
              from
                (
                  select paused_until
                  from messenger_gate
                  limit 1
                )
            )
          )
        )
      )::int as count
  ),
  due as (
    (
      select
        notification_id as id,
        true as is_first,
        user_id,
        1 as rank,
        due_at
      from deliveries d
      where
        status = 'sending'
        and leased_until <= (
          select now
          from moment
        )
        and (
          job_id is null
          or not $2
        )
        and coalesce(
          (
            select
              greatest(c.free_at, c.paused_until) <= (
                select now
                from moment
              )
            from
              users cu
              join messenger_chats c on c.chat_id = cu.messenger_id
            where cu.id = d.user_id
          ),
          true
        )
      limit $3
    )
    union all
    (
      select
        notification_id as id,
        true as is_first,
        user_id,
        1 as rank,
        due_at
      from deliveries d
      where
        status = 'queued'
        and job_id is null
        and not is_reminder
        and due_at <= (
          select now
          from moment
        )
        and coalesce(
          (
            select
              greatest(c.free_at, c.paused_until) <= (
                select now
                from moment
              )
            from
              users cu
              join messenger_chats c on c.chat_id = cu.messenger_id
            where cu.id = d.user_id
          ),
          true
        )
      order by
        due_at,
        notification_id
      limit $4
    )
    union all
    (
      select
        notification_id as id,
        true as is_first,
        user_id,
        2 as rank,
        due_at
      from deliveries d
      where
        status = 'queued'
        and job_id is null
        and is_reminder
        and due_at <= (
          select now
          from moment
        )
        and coalesce(
          (
            select
              greatest(c.free_at, c.paused_until) <= (
                select now
                from moment
              )
            from
              users cu
              join messenger_chats c on c.chat_id = cu.messenger_id
            where cu.id = d.user_id
          ),
          true
        )
      order by
        due_at,
        notification_id
      limit $5
    )
    union all
    (
      select
        notification_id as id,
        true as is_first,
        user_id,
        3 as rank,
        due_at
      from deliveries d
      where
        status = 'queued'
        and job_id is not null
        and not $6
        and due_at <= (
          select now
          from moment
        )
        and coalesce(
          (
            select
              greatest(c.free_at, c.paused_until) <= (
                select now
                from moment
              )
            from
              users cu
              join messenger_chats c on c.chat_id = cu.messenger_id
            where cu.id = d.user_id
          ),
          true
        )
      order by
        due_at,
        notification_id
      limit $7
    )
    union all
    (
      select
        id,
        false,
        user_id,
        1,
        edit_due_at
      from bot_messages b
      where
        state = 'standing'
        and run_id is null
        and is_urgent
        and edit_due_at <= (
          select now
          from moment
        )
        and $8
        and coalesce(
          (
            select
              greatest(c.free_at, c.paused_until) <= (
                select now
                from moment
              )
            from
              users cu
              join messenger_chats c on c.chat_id = cu.messenger_id
            where cu.id = b.user_id
          ),
          true
        )
      order by
        edit_due_at,
        id
      limit $9
    )
    union all
    (
      select
        id,
        false,
        user_id,
        4,
        edit_due_at
      from bot_messages b
      where
        state = 'standing'
        and run_id is null
        and not is_urgent
        and edit_due_at <= (
          select now
          from moment
        )
        and $10
        and coalesce(
          (
            select
              greatest(c.free_at, c.paused_until) <= (
                select now
                from moment
              )
            from
              users cu
              join messenger_chats c on c.chat_id = cu.messenger_id
            where cu.id = b.user_id
          ),
          true
        )
      order by
        edit_due_at,
        id
      limit $11
    )
    union all
    (
      select
        id,
        false,
        user_id,
        case
          when is_urgent then 1
          else 4
        end,
        leased_until
      from bot_messages b
      where
        state = 'standing'
        and run_id is not null
        and leased_until <= (
          select now
          from moment
        )
        and $12
        and coalesce(
          (
            select
              greatest(c.free_at, c.paused_until) <= (
                select now
                from moment
              )
            from
              users cu
              join messenger_chats c on c.chat_id = cu.messenger_id
            where cu.id = b.user_id
          ),
          true
        )
      limit $13
    )
  ),
  next_to_each as (
    select distinct
      on (user_id) id,
      is_first,
      rank,
      due_at
    from due
    order by
      user_id,
      rank,
      due_at,
      id
  ),
  chosen as (
    select
      id,
      is_first
    from next_to_each
    order by
      rank,
      due_at,
      id
    limit
      (
        select
          greatest(
            0,
            least(
              $14,
              (
                select count
                from allowed
              ) - count
            )
          )
        from used
      )
  ),
  -- Skips locked rows: the cancellation of a large job, and an erasure, must not stop other messages.
  taken as (
    select
      d.notification_id,
      d.user_id,
      d.job_id,
      d.attempts,
      d.is_test,
      d.is_reminder,
      d.concerns_at,
      n.type
    from
      deliveries d
      join notifications n on n.id = d.notification_id
    where
      d.notification_id in (
        select id
        from chosen
        where is_first
      )
      and (
        d.status = 'queued'
        or (
          d.status = 'sending'
          and d.leased_until <= (
            select now
            from moment
          )
        )
      )
    for no key update of
      d skip locked
    for key share of n skip locked
  ),
  judged as (
    select
      d.notification_id,
      case
        when u.erased_at is not null then 'erased'
        when d.attempts >= 9 then 'worker_died'
        when not $15 then 'not_configured'
        when d.is_test then null
        when j.status <> 'running'
        or j.recalled_at is not null then 'cancelled'
        when u.is_blocked then 'account_blocked'
        else coalesce(
          delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, t.topic),
          case
            when d.is_reminder then (
              select
                case
                  when bool_and(
                    r.starts_at <= (
                      select now
                      from moment
                    )
                  ) is not false then 'outdated'
                  when not bool_or(
                    r.starts_at > (
                      select now
                      from moment
                    )
                    and (
                      (
                        r.thing like 'event:%'
                        and exists (
                          select
                          from
                            event_attendances a
                            join events e on e.id = a.event_id
                          where
                            a.event_id = split_part(r.thing, ':', 2)::bigint
                            and a.user_id = r.user_id
                            and a.status in ('registered', 'checked_in')
                            and e.status = 'approved'
                            and e.starts_at = r.starts_at
                            and not e.all_day
                            and not exists (
                              select
                              from conferences c
                              where
                                c.id = e.conference_id
                                and c.status <> 'published'
                            )
                        )
                      )
                      or exists (
                        select
                        from
                          agenda_favorites f
                          join agenda_items i on i.id = f.agenda_item_id
                          left join events e on e.id = i.event_id
                        where
                          f.user_id = r.user_id
                          and i.starts_at = r.starts_at
                          and i.status = 'scheduled'
                          and coalesce('event:' || i.event_id, 'agenda_item:' || i.id) = r.thing
                          and (
                            e.id is null
                            or e.status = 'approved'
                          )
                          and not exists (
                            select
                            from conferences c
                            where
                              c.id = i.conference_id
                              and c.status <> 'published'
                          )
                      )
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
        when not d.is_test
        and not (
          not s.quiet_strict
          and coalesce(d.concerns_at < q.until, false)
        ) then q.until
      end as quiet_until
    from
      moment
      cross join taken d
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
          ('conference_updated', 'conferences'),
          ('conference_cancelled', 'conferences'),
          ('agenda_item_updated', 'events'),
          ('agenda_item_cancelled', 'events'),
          ('conference_promoted', 'conferences'),
          ('seat_given', 'events'),
          ('seat_taken', 'events'),
          ('warning', 'messages'),
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
      ) as t (type, topic) on t.type = d.type
      cross join lateral (
        select quiet_until(moment.now, s.quiet_start, s.quiet_end, s.quiet_timezone) as until
      ) q
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
  ),
  sent as (
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
        when decision = 'sending' then $16::uuid
      end,
      leased_until = case
        when decision = 'sending' then (
          select now
          from moment
        ) + 20 * interval '1 second'
      end
    from decided
    where d.notification_id = decided.notification_id
    returning
      d.notification_id,
      d.user_id,
      d.status,
      d.attempts
  ),
  taken_edits as (
    select
      b.id,
      b.user_id,
      u.messenger_reachable
      and u.messenger_id is not null as can_edit
    from
      bot_messages b
      join users u on u.id = b.user_id
    where
      b.id in (
        select id
        from chosen
        where not is_first
      )
      and b.state = 'standing'
      and (
        b.run_id is null
        or b.leased_until <= (
          select now
          from moment
        )
      )
    for no key update of
      b skip locked
  ),
  edited as (
    update bot_messages b
    set
      state = case
        when can_edit then 'standing'
        else 'gone'
      end,
      edit_due_at = null,
      attempts = b.attempts + can_edit::int,
      run_id = case
        when can_edit then $17::uuid
      end,
      leased_until = case
        when can_edit then (
          select now
          from moment
        ) + 20 * interval '1 second'
      end
    from taken_edits t
    where b.id = t.id
    returning
      b.id,
      b.user_id,
      b.notification_id,
      b.attempts,
      b.message_id,
      b.content_hash,
      b.state,
      b.sent_at
  ),
  claimed as (
    select
      status as decision,
      notification_id,
      user_id,
      attempts,
      null::bigint as id,
      null::bigint as message_id,
      null as content_hash,
      null::timestamptz as sent_at
    from sent
    union all
    select
      case state
        when 'standing' then 'editing'
        else 'gone'
      end,
      notification_id,
      user_id,
      attempts,
      id,
      message_id,
      content_hash,
      sent_at
    from edited
  )
select
  c.decision,
  c.notification_id,
  c.user_id,
  c.attempts,
  c.id as bot_message_id,
  c.message_id,
  c.content_hash,
  c.sent_at > moment.now - interval '47 hours 55 minutes' as is_deletable,
  moment.now as at,
  u.messenger_id as chat_id,
  coalesce(u.language, u.language_code) as language,
  n.type,
  n.title,
  n.body,
  n.action_url,
  n.data,
  n.args,
  n.job_id,
  j.recalled_at is not null as is_recalled,
  case
    when c.id is not null then array(
      select subject
      from bot_message_subjects
      where bot_message_id = c.id
      order by subject
    )
  end as subjects,
  c.id is not null
  and exists (
    select
    from
      bot_messages o
      left join notifications k on k.id = o.notification_id
    where
      o.user_id = c.user_id
      and o.state = 'standing'
      and (o.sent_at, o.id) > (c.sent_at, c.id)
      and k.type is distinct from 'session_reminder'
      and exists (
        select
        from
          bot_message_subjects mine
          join bot_message_subjects theirs on theirs.subject = mine.subject
        where
          mine.bot_message_id = c.id
          and theirs.bot_message_id = o.id
      )
  ) as has_newer
from
  moment,
  claimed c
  join users u on u.id = c.user_id
  left join notifications n on n.id = c.notification_id
  left join notification_jobs j on j.id = n.job_id;
