-- of all users
with
  people as not materialized (
    select
      id,
      lower(coalesce(u.language, u.language_code)) as language,
      onboarding_status,
      interests
    from users u
    where
      erased_at is null
      and not is_blocked
  )
select
  (
    select count(*)
    from people
  ) as all_users,
  (
    select coalesce(json_agg(v), '[]')
    from
      (
        select
          c.id,
          c.name,
          count(*) as count
        from
          conference_attendances a
          join people p on p.id = a.user_id
          join conferences c on c.id = a.conference_id
        where holds_seat(a.status)
        group by c.id
        order by
          count desc,
          1
        limit 200
      ) as v
  ) as conferences,
  (
    select coalesce(json_agg(v), '[]')
    from
      (
        select
          e.id,
          e.title,
          count(*) as count
        from
          event_attendances a
          join people p on p.id = a.user_id
          join events e on e.id = a.event_id
        where holds_seat(a.status)
        group by e.id
        order by
          count desc,
          1
        limit 200
      ) as v
  ) as events,
  (
    select coalesce(json_agg(v), '[]')
    from
      (
        select
          q.id,
          q.title,
          count(*) filter (
            where uq.status = 'in_progress'
          ) as in_progress,
          count(*) filter (
            where uq.status = 'completed'
          ) as completed,
          count(*) as count
        from
          user_quests uq
          join people p on p.id = uq.user_id
          join quests q on q.id = uq.quest_id
        where
          uq.source <> 'public'
          and q.deleted_at is null
        group by q.id
        order by
          count desc,
          1
        limit 200
      ) as v
  ) as quests,
  (
    select coalesce(json_agg(v), '[]')
    from
      (
        select
          value,
          count(*) as count
        from
          (
            select distinct
              a.ticket_type as value,
              p.id
            from
              conference_attendances a
              join people p on p.id = a.user_id
            where
              holds_seat(a.status)
              and a.ticket_type is not null
          ) as held
        group by value
        order by
          count desc,
          1
        limit 200
      ) as v
  ) as ticket_types,
  (
    select coalesce(json_agg(v), '[]')
    from
      (
        select
          value,
          sum(count)::bigint as count
        from
          (
            select
              string_to_array(language, '-') as parts,
              count(*) as count
            from people
            where language is not null
            group by language
          ) as spoken,
          lateral (
            select array_to_string(parts[1:n], '-') as value
            from generate_series(1, cardinality(parts)) as n
          ) as codes
        group by value
        order by
          count desc,
          1
        limit 200
      ) as v
  ) as language_codes,
  (
    select coalesce(json_agg(v), '[]')
    from
      (
        select
          onboarding_status as value,
          count(*) as count
        from people
        group by onboarding_status
        order by
          count desc,
          1
        limit 200
      ) as v
  ) as onboarding_statuses,
  (
    select coalesce(json_agg(v), '[]')
    from
      (
        select
          (
            array_agg(
              interest
              order by
                count desc,
                interest
            )
          ) [1] as value,
          sum(count)::bigint as count
        from
          (
            select
              interest,
              count(*) as count
            from
              people,
              unnest(interests) as interest
            group by interest
          ) as spellings
        group by lower(interest)
        order by
          count desc,
          1
        limit 200
      ) as v
  ) as interests;

-- of a limited key
with
  people as not materialized (
    select
      id,
      lower(coalesce(u.language, u.language_code)) as language,
      onboarding_status,
      interests
    from users u
    where
      erased_at is null
      and not is_blocked
  ),
  attendees as not materialized (
    select *
    from people
    where
      exists (
        select
        from conference_people s
        where
          s.user_id = people.id
          and s.conference_id = any($1::bigint[])
      )
  )
select
  (
    select count(*)
    from attendees
  ) as all_users,
  (
    select coalesce(json_agg(v), '[]')
    from
      (
        select
          c.id,
          c.name,
          count(*) as count
        from
          conference_attendances a
          join people p on p.id = a.user_id
          join conferences c on c.id = a.conference_id
        where
          holds_seat(a.status)
          and c.id = any($2::bigint[])
        group by c.id
        order by
          count desc,
          1
        limit 200
      ) as v
  ) as conferences,
  (
    select coalesce(json_agg(v), '[]')
    from
      (
        select
          e.id,
          e.title,
          count(*) as count
        from
          event_attendances a
          join people p on p.id = a.user_id
          join events e on e.id = a.event_id
        where
          holds_seat(a.status)
          and e.conference_id = any($3::bigint[])
        group by e.id
        order by
          count desc,
          1
        limit 200
      ) as v
  ) as events,
  (
    select coalesce(json_agg(v), '[]')
    from
      (
        select
          q.id,
          q.title,
          count(*) filter (
            where uq.status = 'in_progress'
          ) as in_progress,
          count(*) filter (
            where uq.status = 'completed'
          ) as completed,
          count(*) as count
        from
          user_quests uq
          join people p on p.id = uq.user_id
          join quests q on q.id = uq.quest_id
        where
          uq.source <> 'public'
          and q.deleted_at is null
          and q.conference_id = any($4::bigint[])
        group by q.id
        order by
          count desc,
          1
        limit 200
      ) as v
  ) as quests,
  (
    select coalesce(json_agg(v), '[]')
    from
      (
        select
          value,
          count(*) as count
        from
          (
            select distinct
              a.ticket_type as value,
              p.id
            from
              conference_attendances a
              join people p on p.id = a.user_id
            where
              holds_seat(a.status)
              and a.ticket_type is not null
              and a.conference_id = any($5::bigint[])
          ) as held
        group by value
        order by
          count desc,
          1
        limit 200
      ) as v
  ) as ticket_types,
  (
    select coalesce(json_agg(v), '[]')
    from
      (
        select
          value,
          sum(count)::bigint as count
        from
          (
            select
              string_to_array(language, '-') as parts,
              count(*) as count
            from attendees
            where language is not null
            group by language
          ) as spoken,
          lateral (
            select array_to_string(parts[1:n], '-') as value
            from generate_series(1, cardinality(parts)) as n
          ) as codes
        group by value
        order by
          count desc,
          1
        limit 200
      ) as v
  ) as language_codes,
  (
    select coalesce(json_agg(v), '[]')
    from
      (
        select
          onboarding_status as value,
          count(*) as count
        from attendees
        group by onboarding_status
        order by
          count desc,
          1
        limit 200
      ) as v
  ) as onboarding_statuses,
  (
    select coalesce(json_agg(v), '[]')
    from
      (
        select
          (
            array_agg(
              interest
              order by
                count desc,
                interest
            )
          ) [1] as value,
          sum(count)::bigint as count
        from
          (
            select
              interest,
              count(*) as count
            from
              attendees,
              unnest(interests) as interest
            group by interest
          ) as spellings
        group by lower(interest)
        order by
          count desc,
          1
        limit 200
      ) as v
  ) as interests;
