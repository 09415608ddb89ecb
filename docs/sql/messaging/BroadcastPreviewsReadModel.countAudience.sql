-- every filter
select
  count(*) as people,
  count(*) filter (
    where delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $1) is null
  ) as reachable
from
  users as u
  left join notification_settings as s on s.user_id = u.id
where
  u.erased_at is null
  and u.is_blocked = $2
  and exists (
    select
    from conference_attendances a
    where
      a.user_id = u.id
      and holds_seat(a.status)
      and (
        $3::bigint[] is null
        or a.conference_id = any($4)
      )
      and (
        $5::text[] is null
        or a.ticket_type = any($6)
      )
  )
  and exists (
    select
    from event_attendances a
    where
      a.user_id = u.id
      and holds_seat(a.status)
      and a.event_id = any($7)
  )
  and (
    (
      exists (
        select
        from user_quests uq
        where
          uq.user_id = u.id
          and uq.quest_id = $8
          and uq.status = 'admitted'
      )
      or (
        not exists (
          select
          from user_quests uq
          where
            uq.user_id = u.id
            and uq.quest_id = $9
        )
        and exists (
          select
          from quests q
          where
            q.id = $10
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
        and uq.quest_id = $11
        and uq.status = any($12)
        and uq.source <> 'public'
    )
  )
  and (
    select tag
    from unnest($13::text[]) as available (tag)
    where
      lower(coalesce(u.language, u.language_code)) = lower(tag)
      or (
        starts_with(lower(coalesce(u.language, u.language_code)), lower(tag) || '-')
        and length(split_part(tag, '-', -1)) > 1
      )
    order by length(tag) desc
    limit 1
  ) is not null
  and folded(u.interests) && folded($14)
  and u.onboarding_status = any($15)
  and u.id = any($16)
  and u.messenger_id = any($17)
  and u.created_at >= $18
  and u.created_at < $19;

-- those with a seat who did not come
select
  count(*) as people,
  count(*) filter (
    where delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $1) is null
  ) as reachable
from
  users as u
  left join notification_settings as s on s.user_id = u.id
where
  u.erased_at is null
  and u.is_blocked = $2
  and exists (
    select
    from
      conference_attendances a
      join conferences c on c.id = a.conference_id
    where
      a.user_id = u.id
      and a.status = any($3)
      and (
        a.status <> 'registered'
        or (
          c.ends_at <= $4
          and c.status <> 'cancelled'
        )
      )
      and (
        $5::bigint[] is null
        or a.conference_id = any($6)
      )
      and (
        $7::text[] is null
        or a.ticket_type = any($8)
      )
  );

-- some ways to attend an event
select
  count(*) as people,
  count(*) filter (
    where delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $1) is null
  ) as reachable
from
  users as u
  left join notification_settings as s on s.user_id = u.id
where
  u.erased_at is null
  and u.is_blocked = $2
  and exists (
    select
    from
      event_attendances a
      join events e on e.id = a.event_id
    where
      a.user_id = u.id
      and a.status = any($3)
      and (
        a.status <> 'registered'
        or (
          e.ends_at <= $4
          and e.status <> 'cancelled'
        )
      )
      and a.event_id = any($5)
  );

-- a waitlist
select
  count(*) as people,
  count(*) filter (
    where delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $1) is null
  ) as reachable
from
  users as u
  left join notification_settings as s on s.user_id = u.id
where
  u.erased_at is null
  and u.is_blocked = $2
  and exists (
    select
    from event_attendances a
    where
      a.user_id = u.id
      and a.status = any($3)
      and a.event_id = any($4)
  );

-- a spreadsheet
select
  count(*) as people,
  count(*) filter (
    where delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $1) is null
  ) as reachable
from
  users as u
  inner join broadcast_recipients as p on p.user_id = u.id
  left join notification_settings as s on s.user_id = u.id
where
  u.erased_at is null
  and u.is_blocked = $2
  and p.job_id = $3;
