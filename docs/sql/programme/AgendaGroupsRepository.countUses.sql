select
  (
    select count(*)
    from agenda_items i
    where
      i.conference_id = $1
      and folded_name(i.room) = folded_name($2)
  ) as items,
  (
    select count(*)
    from events e
    where
      $3
      and e.conference_id = $4
      and folded_name(e.venue_name) = folded_name($5)
  ) as events;
