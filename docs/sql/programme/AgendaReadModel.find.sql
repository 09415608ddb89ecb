-- no filter, 1 of 3
select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
from pg_stat_activity
where
  datname = current_database()
  and backend_type = 'client backend';

-- no filter, 2 of 3
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
  ) as speakers,
  (i.starts_at at time zone $1)::date as date
from
  agenda_items as i
  left join events as e on e.id = i.event_id
where
  i.conference_id = $2
  and (
    e.id is null
    or is_public_event_status(e.status)
  )
order by
  i.starts_at asc,
  i."position" asc,
  i.id asc;

-- no filter, 3 of 3
select
  array(
    (
      select distinct
        on (lower(btrim(i.track))) i.track
      from
        agenda_items as i
        left join events as e on e.id = i.event_id
      where
        i.conference_id = $1
        and (
          e.id is null
          or is_public_event_status(e.status)
        )
        and i.track is not null
      order by
        lower(btrim(i.track)),
        i.track
    )
  ) as tracks,
  array(
    (
      select distinct
        on (lower(btrim(i.room))) i.room
      from
        agenda_items as i
        left join events as e on e.id = i.event_id
      where
        i.conference_id = $2
        and (
          e.id is null
          or is_public_event_status(e.status)
        )
        and i.room is not null
      order by
        lower(btrim(i.room)),
        i.room
    )
  ) as rooms;

-- every filter, 2 of 3
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
  ) as speakers,
  (i.starts_at at time zone $1)::date as date
from
  agenda_items as i
  left join events as e on e.id = i.event_id
where
  i.conference_id = $2
  and (
    e.id is null
    or is_public_event_status(e.status)
  )
  and (i.starts_at at time zone $3)::date = $4
  and folded_name(i.track) = folded_name($5)
  and folded_name(i.room) = folded_name($6)
  and i.kind = $7
  and (
    i.search @@ search_prefix($8)
    or exists (
      select
      from
        agenda_item_speakers x
        join speakers s on s.id = x.speaker_id
        and s.status = 'published'
      where
        x.agenda_item_id = i.id
        and ts_filter(s.search, '{a}') @@ search_prefix($9)
    )
  )
  and (
    i.search @@ search_prefix($10)
    or exists (
      select
      from
        agenda_item_speakers x
        join speakers s on s.id = x.speaker_id
        and s.status = 'published'
      where
        x.agenda_item_id = i.id
        and ts_filter(s.search, '{a}') @@ search_prefix($11)
    )
  )
  and greatest(i.updated_at, e.updated_at) > $12
order by
  i.starts_at asc,
  i."position" asc,
  i.id asc;

-- every filter, 3 of 3
select
  array(
    (
      select distinct
        on (lower(btrim(i.track))) i.track
      from
        agenda_items as i
        left join events as e on e.id = i.event_id
      where
        i.conference_id = $1
        and (
          e.id is null
          or is_public_event_status(e.status)
        )
        and i.track is not null
      order by
        lower(btrim(i.track)),
        i.track
    )
  ) as tracks,
  array(
    (
      select distinct
        on (lower(btrim(i.room))) i.room
      from
        agenda_items as i
        left join events as e on e.id = i.event_id
      where
        i.conference_id = $2
        and (
          e.id is null
          or is_public_event_status(e.status)
        )
        and i.room is not null
      order by
        lower(btrim(i.room)),
        i.room
    )
  ) as rooms,
  (
    select
      coalesce(
        json_agg(
          id
          order by id
        ),
        '[]'
      )
    from
      (
        (
          select gone_id as id
          from gone_rows
          where
            kind = $3
            and gone_at > $4
            and conference_id = $5
          union
          select i.id
          from
            agenda_items as i
            left join events as e on e.id = i.event_id
          where
            i.conference_id = $6
            and (
              e.id is null
              or is_public_event_status(e.status)
            )
            and greatest(i.updated_at, e.updated_at) > $7
          except
          select i.id
          from
            agenda_items as i
            left join events as e on e.id = i.event_id
          where
            i.conference_id = $8
            and (
              e.id is null
              or is_public_event_status(e.status)
            )
            and (i.starts_at at time zone $9)::date = $10
            and folded_name(i.track) = folded_name($11)
            and folded_name(i.room) = folded_name($12)
            and i.kind = $13
            and (
              i.search @@ search_prefix($14)
              or exists (
                select
                from
                  agenda_item_speakers x
                  join speakers s on s.id = x.speaker_id
                  and s.status = 'published'
                where
                  x.agenda_item_id = i.id
                  and ts_filter(s.search, '{a}') @@ search_prefix($15)
              )
            )
            and (
              i.search @@ search_prefix($16)
              or exists (
                select
                from
                  agenda_item_speakers x
                  join speakers s on s.id = x.speaker_id
                  and s.status = 'published'
                where
                  x.agenda_item_id = i.id
                  and ts_filter(s.search, '{a}') @@ search_prefix($17)
              )
            )
        )
      ) as g
  ) as gone;
