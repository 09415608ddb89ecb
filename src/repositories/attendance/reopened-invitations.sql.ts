/** SQL for whether a claimed invitation `i` can be taken back: a messenger id proves its person. */
export const isReopenable = (i: string): string =>
  `(${i}.messenger_id is null or ${i}.claimed_with is not null)`;

/**
 * SQL that takes back the invitations that the user `:userId` claimed by username or by a code at the
 * conferences `:conferenceIds`. The seat passes from the attendance to the invitation, so the
 * number of held seats stays.
 */
export const REOPENING = `with mine as (
    select id, conference_id,
           row_number() over (partition by conference_id order by id) = 1 as is_first
      from conference_invitations
     where claimed_by = :userId and conference_id = any(:conferenceIds::bigint[])
       and ${isReopenable('conference_invitations')} and withdrawn_at is null
  ), deleted as (
    delete from conference_attendances
     where user_id = :userId and conference_id in (select conference_id from mine)
    returning conference_id, holds_seat(status) as is_seated, queue_number
  ), reopened as (
    update conference_invitations i
       set claimed_by = null, claimed_at = null, claimed_with = null, reopened_at = :reopened_at,
           barred_user_ids = array_append(barred_user_ids, :userId::bigint),
           has_seat = mine.is_first and coalesce(deleted.is_seated, false),
           queue_number = case when mine.is_first
             then coalesce(deleted.queue_number, i.queue_number) else i.queue_number end
      from mine left join deleted using (conference_id)
     where i.id = mine.id
  )
  update conferences
     set attendee_count = attendee_count - 1, invited_count = invited_count + 1
   where id in (select conference_id from deleted where is_seated)`;
