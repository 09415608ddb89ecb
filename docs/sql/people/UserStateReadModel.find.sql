select
  (
    select
      coalesce(
        json_object_agg(
          a.event_id,
          json_build_object(
            'status',
            coalesce(a.status, 'none'),
            'registered_at',
            instant_in_json(a.registered_at),
            'waitlist_position',
            case
              when a.status = 'waitlisted' then 1 + (
                select count(*)
                from event_attendances ahead
                where
                  ahead.event_id = a.event_id
                  and ahead.status = 'waitlisted'
                  and ahead.queue_number < a.queue_number
              )
            end,
            'checked_in_at',
            instant_in_json(a.checked_in_at)
          )
        ),
        '{}'
      )
    from
      event_attendances a
      join events e on e.id = a.event_id
    where
      a.user_id = $1
      and a.status <> 'cancelled'
      and is_public_event_status(e.status)
      and exists (
        select
        from conferences d
        where
          d.id = e.conference_id
          and d.status = 'draft'
      ) is not true
      and (
        $2::bigint is null
        or e.conference_id = $3
      )
  ) as events,
  (
    select
      coalesce(
        json_object_agg(
          a.conference_id,
          json_build_object(
            'status',
            coalesce(a.status, 'none'),
            'registered_at',
            instant_in_json(a.registered_at),
            'waitlist_position',
            case
              when a.status = 'waitlisted' then 1 + (
                select count(*)
                from conference_attendances ahead
                where
                  ahead.conference_id = a.conference_id
                  and ahead.status = 'waitlisted'
                  and ahead.queue_number < a.queue_number
              ) + (
                select count(*)
                from conference_invitations i
                where
                  i.conference_id = a.conference_id
                  and i.claimed_at is null
                  and i.withdrawn_at is null
                  and not i.has_seat
                  and i.queue_number < a.queue_number
              )
            end,
            'checked_in_at',
            instant_in_json(a.checked_in_at),
            'ticket_type',
            a.ticket_type,
            'claimed_by',
            a.claimed_by
          )
        ),
        '{}'
      )
    from
      conference_attendances a
      join conferences c on c.id = a.conference_id
    where
      a.user_id = $4
      and a.status <> 'cancelled'
      and c.status <> 'draft'
      and (
        $5::bigint is null
        or c.id = $6
      )
  ) as conferences,
  (
    select
      coalesce(
        json_object_agg(
          q.id,
          json_build_object(
            'status',
            own.status,
            'completed_tasks',
            (
              select count(*)
              from
                user_quest_tasks s
                join quest_tasks t on t.id = s.task_id
              where
                s.quest_id = q.id
                and s.user_id = $7
                and s.status = 'approved'
                and t.deleted_at is null
            )::integer,
            'total_tasks',
            (
              select count(*)
              from quest_tasks
              where
                quest_id = q.id
                and deleted_at is null
            )::integer
          )
          order by q.id
        ),
        '{}'
      )
    from
      (
        select
          quest_id,
          status,
          active_at
        from user_quests
        where user_id = $8
        union all
        select
          r.quest_id,
          case r.status
            when 'pending' then 'requested'
            else 'declined'
          end,
          coalesce(r.decided_at, r.requested_at)
        from quest_registration_requests r
        where
          r.user_id = $9
          and r.source <> 'public'
          and r.status <> 'approved'
          and not exists (
            select
            from user_quests uq
            where
              uq.quest_id = r.quest_id
              and uq.user_id = r.user_id
          )
      ) own
      join quests q on q.id = own.quest_id
    where
      q.is_active
      and q.deleted_at is null
      and exists (
        select
        from conferences d
        where
          d.id = q.conference_id
          and d.status = 'draft'
      ) is not true
      and exists (
        select
        from conferences d
        where
          d.id = q.conference_id
          and d.status = 'cancelled'
      ) is not true
      and (
        $10::bigint is null
        or q.conference_id = $11
      )
  ) as quests,
  (
    select
      coalesce(
        json_agg(
          i.id
          order by i.id
        ),
        '[]'
      )
    from
      agenda_favorites f
      join agenda_items i on i.id = f.agenda_item_id
      left join events e on e.id = i.event_id
    where
      f.user_id = $12
      and (
        e.id is null
        or is_public_event_status(e.status)
      )
      and exists (
        select
        from conferences d
        where
          d.id = i.conference_id
          and d.status = 'draft'
      ) is not true
      and (
        $13::bigint is null
        or i.conference_id = $14
      )
  ) as favorites,
  (
    select count(*)
    from notifications
    where
      user_id = $15
      and is_unread(in_app, dismissed_at, clicked_at)
  ) as unread_notifications;
