import { MAX_MERGES, MAX_PREVIEWED } from '../../domain/attendance/attendee-previews.ts';
import { MAX_ROW_ERRORS } from '../../domain/imports.ts';
import { GUEST_NAMES, isOpen, UNMARKED } from './invitations.sql.ts';

/** The fields of an import row that an invitation stores as they are. */
export const INVITED_FIELDS = [...GUEST_NAMES, 'ticket_type'] as const;

/** SQL for whether a row `s` names its user by messenger id: what it says fills the profile. */
const BY_MESSENGER = `s.messenger_id is not null and coalesce(s.found_by not in ('ticket_code', 'email'), true)`;

/** SQL for what a row `s` brings to its user, who may have the attendance `a`: columns of a row `p`. */
export const AS_PERSON = `s.ticket_type,
  case when ${BY_MESSENGER} then null
       when s.found_by in ('ticket_code', 'email') then a.claimed_by
       else 'username' end as claimed_by,
  ${['first_name', 'last_name', 'company', 'job_title']
    .map((name) => `case when ${BY_MESSENGER} then s.${name} end as ${name}`)
    .join(', ')}`;

/** SQL for the names, company and job title of a user `u` after the import of a row `p`. */
export const PROFILE = [
  'imported_until_sign_in(u.last_seen_at, u.messenger_first_name, p.first_name)',
  'imported_until_sign_in(u.last_seen_at, u.messenger_last_name, p.last_name)',
  `imported_if_empty('company', u.edited_fields, u.company, p.company)`,
  `imported_if_empty('job_title', u.edited_fields, u.job_title, p.job_title)`,
] as const;

/** SQL for whether a row `p` changes the attendance `a` of its user. */
export const IS_TICKETED = `(p.ticket_type is not null and a.ticket_type is distinct from p.ticket_type
  or ${UNMARKED})`;

/** The columns of an open invitation `i` that an import row `s` replaces, and SQL for their values. */
export const REPLACED = ['messenger_id', ...INVITED_FIELDS];
export const INVITATION = REPLACED.map((name) => `coalesce(s.${name}, i.${name})`).join(', ');

/** SQL for whether a hash of an invitation is another one than that of its row, under every key. */
const isOther = (hash: string, hashes: string) =>
  `${hashes} is not null and coalesce(${hash} <> all(${hashes}), true)`;
const IS_OTHER_CODE = isOther('i.ticket_code_hash', 's.ticket_hashes');
const IS_OTHER_SCAN = isOther('i.scan_code_hash', 's.scan_hashes');
/** SQL for whether a row `s` of a source says where its invitation `i` came from. */
const HAS_OTHER_ORIGIN = `(s.source_id is not null and s.source_id is distinct from i.source_id
  or ${isOther('i.order_hash', 's.order_hashes')})`;
const IS_OTHER_EMAIL = isOther('i.email_hash', 's.email_hashes');

/**
 * SQL that sets the hashes of an invitation `i` to those of its row `s`, under the newest key
 * `:keyId`. The kept address of another e-mail is deleted.
 */
export const SET_KEYS = `
  ticket_code_hash = coalesce(s.ticket_hashes[1], i.ticket_code_hash),
  ticket_code_end = case when s.ticket_hashes is null then i.ticket_code_end
                         else s.ticket_code_end end,
  scan_code_hash = coalesce(s.scan_hashes[1], i.scan_code_hash),
  source_id = coalesce(s.source_id, i.source_id),
  order_hash = coalesce(s.order_hashes[1], i.order_hash),
  email_hash = coalesce(s.email_hashes[1], i.email_hash),
  email_encrypted = case when ${IS_OTHER_EMAIL} then null else i.email_encrypted end,
  guest_key_id = case
    when (i.ticket_code_hash is null or s.ticket_hashes is not null)
     and (i.scan_code_hash is null or s.scan_hashes is not null)
     and (i.order_hash is null or s.order_hashes is not null)
     and (i.email_hash is null or s.email_hashes is not null) then :keyId
    else coalesce(i.guest_key_id, :keyId) end`;

/** SQL for whether a row `s` has a key that is stored as a hash. */
export const HAS_HASHES = `(s.ticket_hashes is not null or s.scan_hashes is not null
  or s.email_hashes is not null)`;

/** SQL for whether a row `s` brings other keys to its invitation `i`. */
const HAS_OTHER_KEYS = `(${IS_OTHER_CODE} or ${IS_OTHER_SCAN} or ${IS_OTHER_EMAIL})`;

/** SQL for whether a row `s` changes its open invitation `i`. */
export const IS_CHANGED = `((${REPLACED.map((name) => `i.${name}`).join(', ')}) is distinct from (${INVITATION})
  or ${HAS_OTHER_KEYS} or ${HAS_OTHER_ORIGIN})`;

/**
 * SQL that invites the staged people who are not users yet. What names a user becomes part of their
 * registration, or a claimed invitation beside it if that has keys already; it has its ticket type.
 */
export const INVITE = `with named as materialized (
     select *, row_number() over (partition by user_id order by row) = 1 as is_first
       from staged_attendees s
      where invitation_id is null
        and (user_id is null or messenger_id is null or ${HAS_HASHES})
   ), joined as (
     update registrations i
        set (messenger_id, ${GUEST_NAMES.join(', ')}) = row(s.messenger_id, ${GUEST_NAMES.map((name) => `s.${name}`).join(', ')}),
            ${SET_KEYS}, claimant_id = i.user_id, claimed_at = :now, import_id = :importId::uuid
       from named s
      where i.conference_id = :conferenceId and i.user_id = s.user_id and s.is_first
        and i.claimant_id is null
     returning s.row
   ), invited as (
     insert into registrations
       (conference_id, messenger_id, ${INVITED_FIELDS.join(', ')}, ticket_code_hash, ticket_code_end,
        scan_code_hash, source_id, order_hash, email_hash, guest_key_id, claimant_id, claimed_at, status, queue_number, import_id)
     select :conferenceId, messenger_id, ${INVITED_FIELDS.join(', ')}, ticket_hashes[1],
            ticket_code_end, scan_hashes[1], source_id, order_hashes[1], email_hashes[1], case when ${HAS_HASHES} then :keyId end, user_id,
            case when user_id is not null then :now::timestamptz end,
            case when user_id is not null then 'cancelled' when has_seat then 'registered'
                 else 'waitlisted' end,
            case when user_id is null then queue_number else nextval('attendance_queue') end,
            :importId::uuid
       from named s
      where row not in (select row from joined)
      order by row
     returning claimant_id, status
   ), counted as (
     update conferences
        set invited_count = invited_count + taken.count
       from (select count(*) from invited where holds_seat(status)) taken
      where id = :conferenceId and taken.count > 0
   ), changed as (
     update registrations i
        set (${REPLACED.join(', ')}) = row(${INVITATION}), ${SET_KEYS}
       from staged_attendees s
      where i.id = s.invitation_id and ${isOpen('i')} and ${IS_CHANGED}
     returning 1
   )
   select (select count(*) from invited where claimant_id is null) as created,
          (select count(*) from invited) + (select count(*) from joined) as invited,
          (select count(*) from changed) as updated`;

const [FIRST_NAME, LAST_NAME, COMPANY] = PROFILE;

/** SQL for a name of parts, null without any. */
const nameOf = (first: string, last: string) => `nullif(concat_ws(' ', ${first}, ${last}), '')`;

/**
 * SQL for a value of a row `s` of a user `u` or of a guest, who may have the invitation `i`.
 */
const either = (user: string, guest: string) =>
  `case when s.user_id is null then ${guest} else ${user} end`;
const guestField = (name: string) => `coalesce(s.${name}, i.${name})`;

/** Common table expressions: what the import does with each staged row, before it is written. */
const DECIDED = `judged as (
    select s.row, i.id as invitation_id, ${nameOf('s.first_name', 's.last_name')} as given_name,
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
                when not coalesce(${either('s.has_seat', 'holds_seat(i.status)')}, s.has_seat) then 'waitlisted'
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
      left join registrations i on i.id = s.invitation_id
      left join users u on u.id = s.user_id
      left join registrations a
        on a.conference_id = :conferenceId and a.user_id = s.user_id
     cross join lateral (select ${AS_PERSON}) p
  ), decided as (
    select *, is_there or is_second as is_joined,
           case when not is_there and not is_second then 'created'
                when is_second or has_new_key then 'merged'
                when is_changed then 'updated' else 'unchanged' end as outcome
      from judged
  )`;

/**
 * The first staged rows, those of people who are there already, first those that bring a key, and the rows
 * of the numbers `named`: before they are written, as they will be.
 */
export const PREVIEWED = `
  with ${DECIDED}, ranked as (
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

/** The first rows that the import creates or changes, with their invitations. */
export const CHANGED_ROWS = `
  with ${DECIDED}
  select row, invitation_id, case when outcome = 'created' then 'created' else 'updated' end as result
    from decided where outcome <> 'unchanged' order by row limit ${MAX_ROW_ERRORS}`;
