import { INVITED_FIELDS } from './attendee-import-changes.sql.ts';
import { isOpen, isWithdrawn, userIdOf } from './invitations.sql.ts';

export const STAGED = {
  name: 'staged_attendees',
  columns: {
    row: 'integer',
    messenger_id: 'bigint',
    messenger_hashes: 'text[]',
    // Under every key, the newest first.
    ticket_hashes: 'text[]',
    ticket_code_end: 'text',
    // What the printed ticket shows, under every key.
    scan_hashes: 'text[]',
    // Of a source: its id, and the order of the shop under every key.
    source_id: 'bigint',
    order_hashes: 'text[]',
    email_hashes: 'text[]',
    // To find erased guests only.
    username_hashes: 'text[]',
    // Only of an import that keeps addresses.
    email: 'text',
    ...Object.fromEntries(INVITED_FIELDS.map((name) => [name, 'text'])),
    // Set by `updateIdentified`: the invitation, its user, and by what it was found.
    invitation_id: 'bigint',
    user_id: 'bigint',
    found_by: 'text',
    // Set by `updateSeats`; null for a row of a person who already has a place.
    has_seat: 'boolean',
    queue_number: 'bigint',
  },
};

/** SQL for the e-mail addresses, by their newest hash, of several rows of the file. */
const SHARED_EMAILS = `select email_hashes[1] as hash, array_agg(row order by row) as rows
  from staged_attendees where email_hashes is not null group by 1 having count(*) > 1`;

/** SQL for whether a row `s` has no key but its e-mail. */
const HAS_ONLY_EMAIL = `s.email_hashes is not null and s.ticket_hashes is null
  and s.messenger_id is null and s.username is null`;

/** SQL for whether two keys of one kind are of different people. */
const isOtherPerson = (one: string, other: string) => `coalesce(${one} <> ${other}, false)`;

/**
 * Finds the invitation and the user of each row. A claimed invitation identifies its user even
 * after they change their username. The user of an open one is registered by its claim. These are
 * separate statements because in one, PostgreSQL chooses nested loops over tables that have just
 * grown and are not analyzed yet. The last statement locks the users (FOR KEY SHARE) against a
 * concurrent erasure.
 */
export const IDENTIFICATION = [
  `update staged_attendees s
      set invitation_id = i.id, user_id = i.claimant_id, found_by = 'ticket_code'
     from (select row, unnest(ticket_hashes) as hash from staged_attendees
            where ticket_hashes is not null) h
     join registrations i
       on i.conference_id = :conferenceId and i.ticket_code_hash = h.hash
    where s.row = h.row`,
  `update staged_attendees s
      set invitation_id = i.id, user_id = i.claimant_id, found_by = 'messenger_id'
     from registrations i
    where i.conference_id = :conferenceId and i.messenger_id = s.messenger_id
      and s.invitation_id is null`,
  // One invitation without a ticket code, or the only one: an order of three has one e-mail. A row with a
  // new ticket code is that of the only invitation, if it has no code yet.
  `update staged_attendees s
      set invitation_id = case when found.are_several then null else found.id end,
          user_id = case when found.are_several then null else found.claimant_id end,
          found_by = case when found.are_several then 'several' else 'email' end
     from (select h.row, bool_or(h.has_code) as has_code,
                  count(*) = 1 and bool_and(i.ticket_code_hash is null and not (${isWithdrawn('i')}))
                    as is_codeless,
                  (array_agg(i.id order by (i.ticket_code_hash is not null)::int, i.id))[1] as id,
                  (array_agg(i.claimant_id order by (i.ticket_code_hash is not null)::int, i.id))[1]
                    as claimant_id,
                  count(*) > 1 and count(*) filter (where i.ticket_code_hash is null) <> 1
                    as are_several
             from (select s.row, s.messenger_id, s.username, unnest(s.email_hashes) as hash,
                          s.ticket_hashes is not null as has_code
                     from staged_attendees s
                    where s.invitation_id is null and s.email_hashes[1] not in
                      (select hash from (${SHARED_EMAILS}) shared)) h
             join registrations i
               on i.conference_id = :conferenceId and i.email_hash = h.hash
              and not ${isOtherPerson('h.messenger_id', 'i.messenger_id')}
              and not ${isOtherPerson('lower(h.username)', 'lower(i.username)')}
            group by h.row) found
    where s.row = found.row and (found.is_codeless or not found.has_code)`,
  `update staged_attendees s
      set invitation_id = i.id, user_id = i.claimant_id, found_by = 'username'
     from registrations i
    where i.conference_id = :conferenceId and i.messenger_id is null and s.invitation_id is null
      and s.messenger_id is null and lower(i.username) = lower(s.username)`,
  `update staged_attendees s set user_id = ${userIdOf('s')} where s.invitation_id is null`,
  // As its ticket type spells it: else each import would change a row that is written another way.
  `update staged_attendees s set ticket_type = t.name
     from ticket_types t
    where t.conference_id = :conferenceId and t.folded_name = folded_name(s.ticket_type)
      and t.name <> s.ticket_type`,
  `analyze staged_attendees`,
  `with kept as (
     select u.id from users u
      where u.id in (select user_id from staged_attendees) and u.erased_at is null
        for key share of u
   )
   update staged_attendees s set user_id = null
    where s.user_id is not null and s.user_id not in (select id from kept)`,
];

/**
 * SQL for the rows that an organizer has erased from the conference. An e-mail is that of an
 * attendee only without a ticket code: an order of three has one.
 */
export const ERASED = `select distinct s.row
  from (select row, unnest(coalesce(ticket_hashes, email_hashes) || messenger_hashes
                           || username_hashes) as hash from staged_attendees) s
  join (select unnest(erased_key_hashes) as hash from registrations
         where conference_id = :conferenceId and erased_key_hashes <> '{}') e using (hash)`;

/** SQL for the rows with the same `key` as an earlier row, of those that meet `condition`. */
const repeated = (key: string, condition: string) =>
  `select s.row, first.row as first_row
     from staged_attendees s
     join (select ${key} as key, min(s.row) as row from staged_attendees s
            where ${condition} group by 1 having count(*) > 1) first on first.key = ${key}
    where ${condition} and s.row > first.row`;

/** SQL for the field by which an error names the person of a row `s`. */
const FIELD = `case when s.messenger_id is not null then 'messenger_id'
  when s.ticket_hashes is not null then 'ticket_code'
  when s.username is not null then 'username' else 'email' end`;

/**
 * SQL for the rows of the common table expression `first` whose person would take a seat of a ticket type that has
 * none left for them. Seats that the same import frees are left out.
 */
const WITHOUT_SEAT_OF_TYPE = `select row, name
    from (select f.row, t.name, t.capacity - t.seat_count as free,
                 row_number() over (partition by t.id order by f.row) as place
            from first f
            join staged_attendees s on s.row = f.row
            join ticket_types t
              on t.conference_id = :conferenceId and t.name = s.ticket_type and t.capacity is not null
            left join registrations i on i.id = f.invitation_id
            left join registrations a on a.conference_id = :conferenceId and a.user_id = s.user_id
           where not f.is_erased and not coalesce(f.is_withdrawn, false)
             and f.status is distinct from 'cancelled'
             and case when a.id is not null
                        then holds_seat(a.status) and a.ticket_type is distinct from t.name
                      when i.id is not null and s.user_id is null
                        then holds_seat(i.status) and i.ticket_type is distinct from t.name
                      else true end) typed
   where place > free`;

/**
 * SQL for the rows that only the database can refuse: `row`, `field`, `error`, its code and `params`. A user who has
 * several tickets has a row for each, found by its ticket code.
 */
export const REFUSALS = `with erased as (
    select distinct s.row from staged_attendees s, unnest(s.messenger_hashes) as hash
      join erased_people e on e.messenger_hash = hash
  ), repeated as (
    select row, min(first_row) as first_row
      from (${[
        repeated('s.ticket_hashes[1]', 's.ticket_hashes is not null'),
        repeated('s.scan_hashes[1]', 's.scan_hashes is not null'),
        repeated('s.messenger_id', 's.messenger_id is not null'),
        repeated('lower(s.username)', 's.username is not null and s.messenger_id is null'),
        repeated('s.invitation_id', 's.invitation_id is not null'),
        repeated(
          's.user_id',
          `s.user_id is not null and s.found_by is distinct from 'ticket_code'`,
        ),
      ].join(' union all ')}) each group by row
  ), shared as (
    select s.row, rows[1] as one, case when s.row = rows[1] then rows[2] else s.row end as other
      from (${SHARED_EMAILS}) emails
      join staged_attendees s on s.email_hashes[1] = emails.hash
     where ${HAS_ONLY_EMAIL}
  ), judged as (
    select s.row, ${FIELD} as field, r.first_row, shared.one, shared.other,
           a.status, ${isWithdrawn('i')} as is_withdrawn,
           s.user_id is null and e.row is not null as is_erased,
           s.found_by = 'several' and ${HAS_ONLY_EMAIL} as is_ambiguous,
           s.scan_hashes, ${isOpen('i')} as is_open, s.found_by, s.invitation_id, s.messenger_id, s.username,
           coalesce(s.messenger_id, i.messenger_id) is null as is_by_username
      from staged_attendees s
      left join erased e on e.row = s.row
      left join repeated r on r.row = s.row
      left join shared on shared.row = s.row
      left join registrations i on i.id = s.invitation_id
      left join registrations a
        on a.conference_id = :conferenceId and a.user_id = s.user_id
  ), first as (
    select * from judged where first_row is null and one is null
  )
  select row, 'email' as field, 'EMAIL_NOT_UNIQUE: rows ' || one || ' and ' || other
         || ' have this e-mail; each needs its ticket code' as error,
         'email_shared' as code, jsonb_build_object('row', one, 'other', other) as params
    from judged where one is not null
  union all
  select row, field, 'the same person as in row ' || first_row,
         'same_person', jsonb_build_object('row', first_row) from judged
   where first_row is not null and one is null
  union all
  select row, field, 'this user has erased their account', 'erased', null from first where is_erased
  union all
  select row, field, 'this invitation was withdrawn', 'withdrawn', null
    from first where is_withdrawn and not is_erased and status is null
  union all
  select row, field, 'this user has cancelled their registration', 'cancelled', null
    from first where status = 'cancelled'
  union all
  select row, 'email', 'EMAIL_NOT_UNIQUE: several invitations have this e-mail; the row needs its ticket code',
         'email_ambiguous', null
    from first where is_ambiguous and status is null
  union all
  select f.row, 'scan_code', 'another invitation has it', 'taken', null
    from first f
    join registrations other
      on other.conference_id = :conferenceId and other.scan_code_hash = any(f.scan_hashes)
   where f.scan_hashes is not null and other.id is distinct from f.invitation_id
  union all
  select f.row, 'messenger_id', 'another invitation has it', 'taken', null
    from first f
    join registrations other
      on other.conference_id = :conferenceId and other.messenger_id = f.messenger_id
   where f.is_open and f.found_by = 'ticket_code' and other.id <> f.invitation_id
  union all
  select f.row, 'username', 'another invitation has it', 'taken', null
    from first f
    join registrations other
      on other.conference_id = :conferenceId and lower(other.username) = lower(f.username)
     and other.messenger_id is null
   where f.is_open and f.found_by in ('ticket_code', 'email') and f.is_by_username
     and other.id <> f.invitation_id
  union all
  select row, 'ticket_type', 'TICKET_TYPE_FULL: ' || name || ' has no free seat', 'type_full',
         jsonb_build_object('name', name)
    from (${WITHOUT_SEAT_OF_TYPE}) full_types`;

/** Makes the rows of users who do not attend the conference those of people to invite. */
export const STRANGERS = `update staged_attendees s set user_id = null, found_by = null
  where s.user_id is not null and s.invitation_id is null and not exists (
    select from registrations a
     where a.conference_id = :conferenceId and a.user_id = s.user_id)`;
