import type { Knex } from 'knex';
import { type PeopleSearch, searchAllUsers, searchPeople } from '../people/profiles.sql.ts';

/** SQL for whether an invitation `i` is open: neither claimed nor withdrawn. */
export const isOpen = (i: string): string =>
  `${i}.claimed_at is null and ${i}.withdrawn_at is null`;

/** SQL for whether an invitation `i` is listed as withdrawn: of an erased one, only hashes stay. */
export const isWithdrawn = (i: string): string =>
  `${i}.withdrawn_at is not null and ${i}.erased_key_hashes = '{}'`;

/** SQL for whether a user, by SQL for their id, may claim an open invitation `i`. */
export const isOpenTo = (i: string, userId: string): string =>
  `${isOpen(i)} and ${userId} <> all(${i}.barred_user_ids)`;

/** SQL for whether an invitation `i` waits for a seat. */
export const isWaiting = (i: string): string => `${isOpen(i)} and not ${i}.has_seat`;

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
 * SQL for whether an import row `p` with a messenger id removes the mark `claimed_by` of an
 * existing attendance `a` of its person. The mark stays with a ticket type that came by username.
 */
export const UNMARKED = `p.claimed_by is null and a.claimed_by is not null
  and (a.ticket_type is null or p.ticket_type is not null)`;

/**
 * SQL that registers the users of the CTE `people` (user_id, current, is_seated, queue_number,
 * ticket_type, claimed_by, and the check-in columns if they are given) who have no attendance, whose
 * `current` status is null: checked in, with a seat, or on the waitlist. Requires the locks of the
 * conference and of these users.
 */
export function admitted(checkIn: readonly string[]): string {
  const checkedIn = checkIn.length > 0 ? `when p.checked_in_at is not null then 'checked_in'` : '';
  return `admitted as (
  insert into conference_attendances
    (${['conference_id, user_id, status, queue_number, ticket_type, claimed_by, registered_at', ...checkIn].join(', ')})
  select :conferenceId, p.user_id,
         case ${checkedIn} when p.is_seated then 'registered' else 'waitlisted' end,
         ${['p.queue_number, p.ticket_type, p.claimed_by, :now', ...checkIn.map((column) => `p.${column}`)].join(', ')}
    from people p
   where p.current is null
   order by p.queue_number
  returning user_id, status
)`;
}

/** The columns of a check-in, which a claim moves from the invitation to the attendance. */
export const CHECK_IN_COLUMNS = [
  'checked_in_at',
  'check_in_nonce',
  'check_in_device',
  'check_in_key',
  'check_in_administrator_id',
] as const;

/**
 * Restricts a query of users `u` and invitations `i` as `searchAllUsers` does. An invitation, too,
 * matches by name and company, and by its contacts.
 */
export function searchInvitations(query: Knex.QueryBuilder, search: PeopleSearch): void {
  query.where((match) => {
    match
      .where((users) => searchAllUsers(users, search))
      .orWhere((invited) => searchInvited(invited, search, 'i'));
  });
}

/**
 * Restricts a query of the invitations of a conference, by SQL for their alias, as
 * `searchInvitations` does. They have no index of words: a conference has a few thousand.
 */
export function searchInvited(
  query: Knex.QueryBuilder,
  { matching = 'exact', ...search }: PeopleSearch,
  i: string,
): void {
  const rowByRow = matching === 'exact' ? 'scanned' : matching;
  searchPeople(
    query,
    { ...search, matching: rowByRow },
    { table: i, text: `${i}.search_text`, textWithoutContacts: textWithoutContacts(i) },
  );
}

/** The `search_text` of an invitation without the username at its end, which folding keeps as long. */
const textWithoutContacts = (i: string): string =>
  `left(${i}.search_text, -2 - length(coalesce(${i}.username, '')))`;
