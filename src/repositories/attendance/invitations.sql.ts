import type { Knex } from 'knex';
import { type PeopleSearch, searchAllUsers, searchPeople } from '../people/profiles.sql.ts';

/** SQL for whether a registration `i` is an open invitation: of a guest, neither claimed nor withdrawn. */
export const isOpen = (i: string): string => `${i}.user_id is null and ${i}.status <> 'cancelled'`;

/** SQL for whether a registration `i` is that of a guest, or was before a claim. */
export const isInvitation = (i: string): string =>
  `(${i}.user_id is null or ${i}.claimant_id is not null)`;

/** SQL for whether an invitation `i` was withdrawn, also with its attendee. */
export const isWithdrawn = (i: string): string =>
  `${i}.user_id is null and ${i}.status = 'cancelled' and ${i}.cancelled_at is not null`;

/** SQL for whether an invitation `i` is listed as withdrawn: of an erased one, only hashes stay. */
export const isListedWithdrawn = (i: string): string =>
  `${isWithdrawn(i)} and ${i}.erased_key_hashes = '{}'`;

/** SQL for whether a user, by SQL for their id, may claim an open invitation `i`. */
export const isOpenTo = (i: string, userId: string): string =>
  `${isOpen(i)} and ${userId} <> all(${i}.barred_user_ids)`;

/** The columns of an invitation that name its guest, besides its keys. */
export const GUEST_NAMES = ['username', 'first_name', 'last_name', 'company', 'job_title'] as const;

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
 * Restricts a query of users `u` and registrations `a` as `searchAllUsers` does. A guest, too, matches by
 * name and company, and by contacts.
 */
export function searchRegistered(query: Knex.QueryBuilder, search: PeopleSearch): void {
  query.where((match) => {
    match
      .where((users) => searchAllUsers(users, search))
      .orWhere((guests) => searchInvited(guests.whereNull('a.user_id'), search, 'a'));
  });
}

/**
 * Restricts a query of the invitations of a conference, by SQL for their alias, as
 * `searchRegistered` does. They have no index of words: a conference has a few thousand.
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
