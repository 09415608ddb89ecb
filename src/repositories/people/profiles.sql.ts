import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import { isShort, searchWords } from '../../domain/search-words.ts';
import { containingEveryWord, isAnId } from '../search.sql.ts';

/** The columns of a public profile, of a `users` row named `u`. */
export const PROFILE_COLUMNS = [
  'u.id',
  'u.first_name',
  'u.last_name',
  'u.username',
  'u.photo_url',
  'u.headline',
  'u.company',
  'u.job_title',
  'u.bio',
  'u.looking_for',
  'u.offering',
  'u.interests',
  'u.socials',
  'u.points',
  'u.created_at',
] as const;

/** SQL for whether `u` shows contact data to the viewer; requires `joinViewerConnection`. */
const CONTACT_VISIBLE = `is_contact_visible(u.id, :viewerId, u.contact_visibility, c.status)`;

/** The columns of a `ProfileRow` that depend on the viewer; requires `joinViewerConnection`. */
function viewerColumns(db: Knex, viewerId: number | undefined): Knex.Raw {
  if (viewerId === undefined) {
    return db.raw('false as contact_visible, null as connection_status');
  }
  return db.raw(
    `${CONTACT_VISIBLE} as contact_visible,
     connection_status_for(:viewerId, c.requester_id, c.status) as connection_status`,
    { viewerId },
  );
}

/**
 * Joins the connection of `u` and the viewer, if any. A withdrawn request is left out. One row uses
 * the unique index on the pair; the last condition, which the pair implies, lets a join of many
 * users read the connections of the viewer instead of all.
 */
function joinViewerConnection(query: Knex.QueryBuilder, viewerId: number): void {
  query.joinRaw(
    `left join connections c
       on least(c.requester_id, c.recipient_id) = least(u.id, :viewerId::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, :viewerId::bigint)
      and c.status <> 'withdrawn'
      and (c.requester_id = :viewerId or c.recipient_id = :viewerId)`,
    { viewerId },
  );
}

/** Selects `ProfileRow`s of users `u`; `viewerId` is undefined for an anonymous viewer. */
export function profilesFor(db: Knex, viewerId: number | undefined): Knex.QueryBuilder {
  const query = db('users as u').select(...PROFILE_COLUMNS, viewerColumns(db, viewerId));
  if (viewerId !== undefined) joinViewerConnection(query, viewerId);
  return query;
}

export interface ProfilesFilter {
  readonly q?: string | undefined;
  /** Of listed users only. */
  readonly interest?: string | undefined;
}

/** Who sees a list of profiles. */
export interface ProfilesViewer {
  /** Undefined for an anonymous viewer. */
  readonly viewerId: number | undefined;
  /** The ids of the users whom the viewer may not see. */
  readonly hidden: readonly number[];
}

/**
 * Restricts a `profilesFor` query to a search; requires the same viewer. A search finds no hidden users,
 * and its total does not count them: a total of 1 without a row would tell of one.
 */
export function searchProfiles(
  query: Knex.QueryBuilder,
  { q, matching, source }: Searched<Pick<ProfilesFilter, 'q'>>,
  { viewerId, hidden }: ProfilesViewer,
): void {
  if (!q) return;
  search(query, { q, matching, source }, viewerId);
  withoutHidden(hidden)?.(query);
}

/**
 * Leaves hidden users `u` out of a query; undefined where none are hidden, as for most viewers.
 */
export const withoutHidden = (
  hidden: readonly number[],
): ((query: Knex.QueryBuilder) => void) | undefined =>
  hidden.length === 0
    ? undefined
    : (query) => {
        query.whereRaw('u.id <> all(?::bigint[])', [[...hidden]]);
      };

/** Restricts a query to listed users with an interest, by SQL for their id. */
export function interestedIn(query: Knex.QueryBuilder, interest: string, id: string): void {
  const interested = 'select user_id from listed_interests where interest = lower(?)';
  query.whereRaw(`${id} in (${interested})`, [interest]);
}

type Search = Searched<{ readonly q: string }>;

/** The ways in which a text finds profiles, for their list: by name and company, or by a username. */
export const profileSources =
  (viewerId: number | undefined) =>
  (q: string, { isSimilar }: { isSimilar: boolean }): readonly string[] =>
    viewerId !== undefined && isUsername(q) && !isSimilar
      ? ['name', ...Object.keys(BY_USERNAME)]
      : ['name'];

const isUsername = (q: string): boolean => !/\s/.test(q) && searchWords(q).length > 0;

/** Matches every word in name or company, or the whole text in a username the viewer may see. */
function search(
  query: Knex.QueryBuilder,
  { q, matching, source }: Search,
  viewerId?: number,
): void {
  const sources =
    source === undefined ? profileSources(viewerId)(q, { isSimilar: false }) : [source];
  query.where((match) => {
    for (const one of sources) {
      const byUsername = BY_USERNAME[one];
      if (byUsername === undefined) {
        match.orWhere((byName) => searchNames(byName, { q, matching }));
        continue;
      }
      const username = q.replace(/^@/, '');
      const condition = byUsername.replaceAll(':pattern', patternOf(username));
      match.orWhereRaw(`(${condition})`, { username, viewerId: viewerId ?? null });
    }
  });
}

function searchNames(query: Knex.QueryBuilder, { q, matching }: Search): void {
  // No name contains the username.
  if (q.startsWith('@')) query.whereRaw('false');
  else containingEveryWord(query, { q, matching }, 'u.search_text');
}

/** SQL for the pattern of a username; a short text matches its beginning. */
const patternOf = (username: string): string =>
  isShort(username) ? `'@' || substr(search_pattern(:username), 2)` : 'search_pattern(:username)';

/** The expression of an index. */
const MATCHES = `'@' || lower(u.username) like :pattern`;

/**
 * SQL for whether the username of `u` matches and the viewer may see it, by reason: everyone may,
 * or it belongs to the viewer or a connection. The connections are an array, which is read once: PostgreSQL
 * adds the cost of an `in` to each user that a list looks up, and would read all users instead.
 */
const BY_USERNAME: Readonly<Record<string, string>> = {
  visible: `u.contact_visibility = 'everyone' and ${MATCHES}`,
  connected: `u.id = any(array(
    select :viewerId::bigint
    union all
    select requester_id from connections where recipient_id = :viewerId and status = 'accepted'
    union all
    select recipient_id from connections where requester_id = :viewerId and status = 'accepted'))
    and ${MATCHES}`,
};

/** A search of people by administrators; `byContacts` also by username and messenger id. */
export type PeopleSearch = Search & { readonly byContacts?: boolean | undefined };

/** The expression of an index. */
const ADMIN_TEXT = `(u.search_text || ' @' || lower(coalesce(u.username, '')))`;

/**
 * Matches every word in name or company, or an id of the service: for administrators only. By
 * contacts also in username, visible or not, or an id of the messenger; then a word that begins with
 * @ is the beginning of a username.
 */
export function searchAllUsers(query: Knex.QueryBuilder, search: PeopleSearch): void {
  searchPeople(query, search, {
    table: 'u',
    text: ADMIN_TEXT,
    textWithoutContacts: 'u.search_text',
  });
}

/** As `searchAllUsers` for any table of people: `text` is `textWithoutContacts` and the username. */
export function searchPeople(
  query: Knex.QueryBuilder,
  { q, matching = 'exact', byContacts }: PeopleSearch,
  people: { readonly table: string; readonly text: string; readonly textWithoutContacts: string },
): void {
  const { table, text, textWithoutContacts } = people;
  query.where((match) => {
    match.where((byWords) => {
      // Finds the rows by its index in both cases; rows that are compared one by one need no index.
      if (byContacts || matching !== 'scanned') containingEveryWord(byWords, { q, matching }, text);
      if (byContacts) return;
      const inRow = matching === 'exact' ? 'scanned' : matching;
      containingEveryWord(byWords, { q, matching: inRow }, textWithoutContacts);
    });
    if (!isAnId(q)) return;
    match.orWhere(`${table}.id`, q);
    if (byContacts) match.orWhere(`${table}.messenger_id`, q);
  });
}

/**
 * Restricts a query of users to the people of a conference: those with a seat at it or at one of its approved
 * events.
 *
 * @param from SQL for the id of a user; and whether the list begins with the newest users, of whom it then
 *   does not look up those who signed up after the last of these people: all who are new since an old
 *   conference. In any other order PostgreSQL would expect a third of the users, and sort all of them
 */
export function attending(
  query: Knex.QueryBuilder,
  conferenceId: number,
  { id, isNewestFirst }: { readonly id: string; readonly isNewestFirst: boolean },
): void {
  query.whereRaw(`${id} in (select user_id from conference_people where conference_id = ?)`, [
    conferenceId,
  ]);
  if (!isNewestFirst) return;
  query.whereRaw(`${id} <= (select max(user_id) from conference_people where conference_id = ?)`, [
    conferenceId,
  ]);
}

/** As `attending`, for users that a search finds: only these are looked up among the people. */
export function foundAttending(query: Knex.QueryBuilder, conferenceId: number): void {
  query.whereRaw(
    `exists (select from conference_people p where p.conference_id = ? and p.user_id = u.id offset 0)`,
    [conferenceId],
  );
}

/**
 * Makes a query of users `u` read the listed people `p` of a conference, for a list by their ids.
 * `offset 0` makes PostgreSQL look up each of them in this order, however many users attend nothing.
 */
export function readListedPeople(query: Knex.QueryBuilder, conferenceId: number): void {
  const people = query.client.raw(`conference_people as p cross join lateral (
    select * from users where id = p.user_id and is_listed offset 0) as u`);
  query.from(people).where('p.conference_id', conferenceId);
}

/**
 * Makes a query of users `u` read those listed who have an interest `l`, for a list by their ids. A
 * count, which needs no columns of `u`, leaves out this outer join.
 */
export function readInterested(query: Knex.QueryBuilder, interest: string): void {
  const interested = 'listed_interests as l left join users as u on u.id = l.user_id';
  const { client } = query;
  query.from(client.raw(interested)).whereRaw('l.interest = lower(?)', [interest]);
}
