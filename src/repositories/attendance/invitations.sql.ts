/**
 * SQL for the id of the user of a row, by its `messenger_id` or else by its `username`. If several
 * users have that username, the one with the newest launch data is chosen.
 */
export const userIdOf = (row: string): string =>
  `case when ${row}.messenger_id is null
     then (select n.id from users n where lower(n.username) = lower(${row}.username)
            order by n.messenger_signed_at desc nulls last, n.id desc limit 1)
     else (select n.id from users n where n.messenger_id = ${row}.messenger_id) end`;

/**
 * SQL for whether an import row `p` with a messenger id removes the mark `claimed_by` of an attendance
 * `a` that its person already has. The mark stays with a ticket type that came by username.
 */
export const UNMARKED = `p.claimed_by is null and a.claimed_by is not null
  and (a.ticket_type is null or p.ticket_type is not null)`;

/**
 * SQL that registers the users of the CTE `people` (user_id, place, ticket_type, claimed_by) who have
 * no attendance yet: with a seat, or on the waitlist, in the order of `place`. Requires the locks of
 * the conference and of these users.
 */
export const ADMITTED = `admitted as (
  insert into conference_attendances
    (conference_id, user_id, status, ticket_type, claimed_by, registered_at)
  select :conferenceId, p.user_id,
         case when row_number() over (order by p.place) > :spots then 'waitlisted'
              else 'registered' end,
         p.ticket_type, p.claimed_by, :now
    from people p
   where not exists (select from conference_attendances a
                      where a.conference_id = :conferenceId and a.user_id = p.user_id)
   order by p.place
  returning status
), counted as (
  update conferences
     set attendee_count = attendee_count
         + (select count(*) from admitted where status = 'registered')
   where id = :conferenceId and exists (select from admitted where status = 'registered')
)`;
