-- by start, 1 of 2
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
      where x.agenda_item_id = i.id
    ),
    '[]'
  ) as speakers
from
  agenda_items as i
  left join events as e on e.id = i.event_id
where i.conference_id = $1
order by
  i.starts_at asc,
  i."position" asc,
  i.id asc
limit $2
offset $3;

-- by start, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      agenda_items as i
      left join events as e on e.id = i.event_id
    where i.conference_id = $1
    limit $2
  ) as counted;

-- every filter, 1 of 2
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
      where x.agenda_item_id = i.id
    ),
    '[]'
  ) as speakers
from
  agenda_items as i
  left join events as e on e.id = i.event_id
where
  i.conference_id = $1
  and (i.starts_at at time zone $2)::date = $3
  and folded_name(i.track) = folded_name($4)
  and folded_name(i.room) = folded_name($5)
  and i.kind = $6
  and case
    when e.status = 'cancelled'
    or exists (
      select
      from conferences d
      where
        d.id = i.conference_id
        and d.status = 'cancelled'
    ) then 'cancelled'
    else i.status
  end = $7
order by
  lower(i.title) desc,
  i.id desc
limit $8
offset $9;

-- every filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      agenda_items as i
      left join events as e on e.id = i.event_id
    where
      i.conference_id = $1
      and (i.starts_at at time zone $2)::date = $3
      and folded_name(i.track) = folded_name($4)
      and folded_name(i.room) = folded_name($5)
      and i.kind = $6
      and case
        when e.status = 'cancelled'
        or exists (
          select
          from conferences d
          where
            d.id = i.conference_id
            and d.status = 'cancelled'
        ) then 'cancelled'
        else i.status
      end = $7
    limit $8
  ) as counted;
