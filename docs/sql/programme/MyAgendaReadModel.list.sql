-- all, 1 of 2
(
  select
    i.id,
    i.conference_id,
    i.event_id,
    i.title,
    i.description,
    i.kind,
    i.track,
    i.room,
    i.starts_at,
    i.ends_at,
    i.language,
    i.url,
    i.links,
    i."position",
    i.version,
    i.created_at,
    i.updated_at,
    case
      when e.status = 'cancelled'
      or exists (
        select
        from conferences d
        where
          d.id = i.conference_id
          and d.status = 'cancelled'
      ) then 'cancelled'
      else i.status
    end as status,
    coalesce(
      (
        select
          json_agg(
            json_build_object(
              'id',
              s.id,
              'slug',
              s.slug,
              'name',
              s.name,
              'title',
              s.title,
              'company',
              s.company,
              'photo_url',
              s.photo_url
            )
            order by x.position
          )
        from
          agenda_item_speakers x
          join speakers s on s.id = x.speaker_id
          and s.status = 'published'
        where x.agenda_item_id = i.id
      ),
      '[]'
    ) as speakers
  from
    agenda_items as i
    left join events as e on e.id = i.event_id
    inner join agenda_favorites as f on f.agenda_item_id = i.id
  where
    f.user_id = $1
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
  order by
    i.starts_at asc,
    i."position" asc,
    i.id asc
)
limit $2
offset $3;

-- all, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      agenda_items as i
      left join events as e on e.id = i.event_id
      inner join agenda_favorites as f on f.agenda_item_id = i.id
    where
      f.user_id = $1
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
    limit $2
  ) as counted;

-- every filter, 1 of 2
(
  select
    i.id,
    i.conference_id,
    i.event_id,
    i.title,
    i.description,
    i.kind,
    i.track,
    i.room,
    i.starts_at,
    i.ends_at,
    i.language,
    i.url,
    i.links,
    i."position",
    i.version,
    i.created_at,
    i.updated_at,
    case
      when e.status = 'cancelled'
      or exists (
        select
        from conferences d
        where
          d.id = i.conference_id
          and d.status = 'cancelled'
      ) then 'cancelled'
      else i.status
    end as status,
    coalesce(
      (
        select
          json_agg(
            json_build_object(
              'id',
              s.id,
              'slug',
              s.slug,
              'name',
              s.name,
              'title',
              s.title,
              'company',
              s.company,
              'photo_url',
              s.photo_url
            )
            order by x.position
          )
        from
          agenda_item_speakers x
          join speakers s on s.id = x.speaker_id
          and s.status = 'published'
        where x.agenda_item_id = i.id
      ),
      '[]'
    ) as speakers
  from
    agenda_items as i
    left join events as e on e.id = i.event_id
    inner join agenda_favorites as f on f.agenda_item_id = i.id
  where
    f.user_id = $1
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
    and i.conference_id = $2
    and i.ends_at > $3
  order by
    i.starts_at asc,
    i."position" asc,
    i.id asc
)
limit $4
offset $5;

-- every filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      agenda_items as i
      left join events as e on e.id = i.event_id
      inner join agenda_favorites as f on f.agenda_item_id = i.id
    where
      f.user_id = $1
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
      and i.conference_id = $2
      and i.ends_at > $3
    limit $4
  ) as counted;
