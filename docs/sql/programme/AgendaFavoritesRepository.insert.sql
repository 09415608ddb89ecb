with
  kept as (
    select
      u.id as user_id,
      i.id as agenda_item_id
    from
      agenda_items i
      left join events e on e.id = i.event_id
      join users u on u.id = $1
      and u.erased_at is null
    where
      i.id = $2
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
    for key share of
      u,
      i
  ),
  inserted as (
    insert into agenda_favorites (user_id, agenda_item_id)
    select
      user_id,
      agenda_item_id
    from kept
    on conflict do nothing
  )
select 1
from kept;
