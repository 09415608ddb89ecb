with
  deleted as (
    delete from conference_attendances
    where
      conference_id = $1
      and user_id = $2
    returning
      holds_seat(status) as is_seated,
      queue_number
  ),
  mine as (
    select
      id,
      row_number() over (
        order by id
      ) = 1 as is_first
    from conference_invitations
    where
      conference_id = $3
      and claimed_by = $4
      and messenger_id is null
      and withdrawn_at is null
  ),
  reopened as (
    update conference_invitations i
    set
      claimed_by = null,
      claimed_at = null,
      barred_user_ids = array_append(barred_user_ids, $5::bigint),
      has_seat = mine.is_first
      and coalesce(deleted.is_seated, false),
      queue_number = case
        when mine.is_first then coalesce(deleted.queue_number, i.queue_number)
        else i.queue_number
      end
    from
      mine
      left join deleted on true
    where i.id = mine.id
  )
update conferences
set
  attendee_count = attendee_count - 1,
  invited_count = invited_count + 1
where
  id = $6
  and exists (
    select
    from deleted
    where is_seated
  );
