with
  going as (
    select
      e.id,
      e.slug,
      e.title,
      e.starts_at,
      e.ends_at,
      e.conference_id
    from
      event_attendances a
      join events e on e.id = a.event_id
    where
      a.user_id = $1
      and holds_seat(a.status)
      and e.status = 'approved'
  ),
  conferences_met as (
    select
      c.id,
      c.slug,
      c.name,
      c.starts_on
    from conferences c
    where
      c.status <> 'draft'
      and c.id in (
        select conference_id
        from going
        union
        select a.conference_id
        from conference_attendances a
        where
          a.user_id = $2
          and holds_seat(a.status)
      )
    order by
      c.starts_on desc,
      c.id
    limit 100
  ),
  events_coming as (
    select
      g.id,
      g.slug,
      g.title,
      instant_in_json(g.starts_at) as starts_at
    from
      going g
      left join conferences c on c.id = g.conference_id
    where
      g.ends_at > $3
      and c.status is distinct from 'draft'
    order by
      g.starts_at,
      g.id
    limit 100
  )
select
  coalesce(
    (
      select
        json_agg(
          json_build_object('id', id, 'slug', slug, 'name', name)
          order by
            starts_on desc,
            id
        )
      from conferences_met
    ),
    '[]'
  ) as conferences,
  coalesce(
    (
      select
        json_agg(
          json_build_object('id', id, 'slug', slug, 'title', title, 'starts_at', starts_at)
          order by
            starts_at,
            id
        )
      from events_coming
    ),
    '[]'
  ) as events,
  (
    select count(*)
    from
      user_quests uq
      join quests q on q.id = uq.quest_id
      and q.deleted_at is null
    where
      uq.user_id = $4
      and uq.status = 'completed'
  ) as quests_completed;
