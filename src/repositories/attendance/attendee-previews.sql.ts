import { MAX_MERGES, MAX_PREVIEWED } from '../../domain/attendance/attendee-previews.ts';
import {
  AS_PERSON,
  HAS_HASHES,
  HAS_OTHER_KEYS,
  IS_CHANGED,
  IS_TICKETED,
  PROFILE,
} from './attendee-import-changes.sql.ts';

const [FIRST_NAME, LAST_NAME, COMPANY] = PROFILE;

/** SQL for a name of parts, null without any. */
const nameOf = (first: string, last: string) => `nullif(concat_ws(' ', ${first}, ${last}), '')`;

/**
 * SQL for a value of a row `s` of a user `u` or of a guest, who may have the invitation `i`.
 */
const either = (user: string, guest: string) =>
  `case when s.user_id is null then ${guest} else ${user} end`;
const guestField = (name: string) => `coalesce(s.${name}, i.${name})`;

/**
 * The first staged rows, those of people who are there already, first those that bring a key, and the rows
 * of the numbers `named`: before they are written, as they will be.
 */
export const PREVIEWED = `
  with judged as (
    select s.row, ${nameOf('s.first_name', 's.last_name')} as given_name,
           ${either(nameOf('u.first_name', 'u.last_name'), nameOf('i.first_name', 'i.last_name'))}
             as existing_name,
           ${either(
             nameOf(
               `coalesce(u.own_first_name, ${FIRST_NAME})`,
               `coalesce(u.own_last_name, ${LAST_NAME})`,
             ),
             nameOf(guestField('first_name'), guestField('last_name')),
           )} as name,
           ${either(COMPANY, guestField('company'))} as company,
           ${either('coalesce(p.ticket_type, a.ticket_type)', guestField('ticket_type'))} as ticket_type,
           s.ticket_hashes is not null as has_ticket_code,
           case when a.user_id is not null then a.status
                when s.user_id is null and i.checked_in_at is not null then 'checked_in'
                when not coalesce(${either('s.has_seat', 'i.has_seat')}, s.has_seat) then 'waitlisted'
                else ${either(`'registered'`, `'invited'`)} end as status,
           case when s.found_by <> 'several' then s.found_by
                when s.messenger_id is not null then 'messenger_id' else 'username' end as by,
           ${either('a.user_id', 'i.id')} is not null as is_there,
           row_number() over (partition by s.user_id order by s.row) > 1 and s.user_id is not null
             as is_second,
           coalesce(s.found_by, '') <> 'ticket_code'
             and (i.id is null and (s.messenger_id is null or ${HAS_HASHES})
                  or i.id is not null and ${HAS_OTHER_KEYS}
                  or i.claimed_at is null and i.messenger_id <> s.messenger_id
                  or i.claimed_at is null and i.id is not null and i.messenger_id is null
                     and s.messenger_id is not null) as has_new_key,
           ${either(IS_TICKETED, IS_CHANGED)} as is_changed
      from staged_attendees s
      left join conference_invitations i on i.id = s.invitation_id
      left join users u on u.id = s.user_id
      left join conference_attendances a
        on a.conference_id = :conferenceId and a.user_id = s.user_id
     cross join lateral (select ${AS_PERSON}) p
  ), decided as (
    select *, is_there or is_second as is_joined,
           case when not is_there and not is_second then 'created'
                when is_second or has_new_key then 'merged'
                when is_changed then 'updated' else 'unchanged' end as outcome
      from judged
  ), ranked as (
    select *, row_number() over (order by row) as place,
           case when is_joined then row_number() over (
             partition by is_joined
             order by array_position(array['merged', 'updated'], outcome), row) end as merge_place,
           count(*) filter (where is_joined) over () as merge_count
      from decided
  )
  select row, name, company, ticket_type, has_ticket_code, status, outcome, given_name,
         existing_name, by, case when merge_place <= ${MAX_MERGES} then merge_place end as merge_place,
         merge_count
    from ranked
   where place <= ${MAX_PREVIEWED} or merge_place <= ${MAX_MERGES} or row = any(:named::integer[])
   order by row`;
