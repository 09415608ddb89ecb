with
  mine as (
    select
      id,
      conference_id,
      row_number() over (
        partition by
          conference_id
        order by id
      ) = 1 as is_first
    from conference_invitations
    where
      claimed_by = $1
      and conference_id = any($2::bigint[])
      and (
        conference_invitations.messenger_id is null
        or conference_invitations.claimed_with is not null
      )
      and withdrawn_at is null
  ),
  deleted as (
    delete from conference_attendances
    where
      user_id = $3
      and conference_id in (
        select conference_id
        from mine
      )
    returning
      conference_id,
      holds_seat(status) as is_seated,
      queue_number
  ),
  reopened as (
    update conference_invitations i
    set
      claimed_by = null,
      claimed_at = null,
      claimed_with = null,
      reopened_at = $4,
      barred_user_ids = array_append(barred_user_ids, $5::bigint),
      has_seat = mine.is_first
      and coalesce(deleted.is_seated, false),
      queue_number = case
        when mine.is_first then coalesce(deleted.queue_number, i.queue_number)
        else i.queue_number
      end
    from
      mine
      left join deleted using (conference_id)
    where i.id = mine.id
  )
update conferences
set
  attendee_count = attendee_count - 1,
  invited_count = invited_count + 1
where
  id in (
    select conference_id
    from deleted
    where is_seated
  );
