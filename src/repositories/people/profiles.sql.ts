import type { Knex } from 'knex';
import type { Searched } from '../../db/search-pages.ts';
import { UNNAMED } from '../../db/statement-names.ts';
import { containingEveryWord, isAnId } from '../word-search.sql.ts';

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
 * Joins the connection of `u` and the viewer, if any, no withdrawn request. One row uses the unique
 * index on the pair; the last condition, which the pair implies, lets a join of many users read the
 * connections of the viewer instead of all.
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
  readonly interest?: string | undefined;
}

/** Filters a `profilesFor` query; requires the same viewer. */
export function filterProfiles(
  query: Knex.QueryBuilder,
  { q, matching, interest }: Searched<ProfilesFilter>,
  viewerId: number | undefined,
): void {
  if (q) search(query, { q, matching }, viewerId);
  if (interest) query.whereRaw('folded(u.interests) @> array[lower(?)]', [interest]);
  if (q || interest) query.options(UNNAMED);
}

type Search = Searched<{ readonly q: string }>;

/** Matches every word in name or company, or the whole text in a username the viewer may see. */
function search(query: Knex.QueryBuilder, { q, matching }: Search, viewerId?: number): void {
  query.where((match) => {
    match.where((byName) => containingEveryWord(byName, { q, matching }, 'u.search_text'));
    if (viewerId === undefined) return;
    match.orWhere((byUsername) =>
      byUsername
        .whereRaw('u.username ilike search_pattern(?)', [q.replace(/^@/, '')])
        .whereRaw(CONTACT_VISIBLE, { viewerId }),
    );
  });
}

/** The expression of an index. */
const ADMIN_TEXT = `(u.search_text || ' @' || lower(coalesce(u.username, '')))`;

/**
 * Matches every word in name, company or username, visible or not, or an id of the service or the
 * messenger: for administrators only. A word that begins with @ is the beginning of a username.
 */
export function searchAllUsers(query: Knex.QueryBuilder, { q, matching }: Search): void {
  query.options(UNNAMED);
  query.where((match) => {
    match.where((byWords) => containingEveryWord(byWords, { q, matching }, ADMIN_TEXT));
    if (isAnId(q)) match.orWhere('u.id', q).orWhere('u.messenger_id', q);
  });
}

/**
 * Restricts a query of users `u` to the people of a conference: those with a seat at it or at one of
 * its approved events. How many these are decides the plan, so the query goes `UNNAMED`. It may read
 * users in the order of a list until enough are found, but does not look up those who signed up after
 * the last of these people: all who are new since an old conference.
 */
export function attending(query: Knex.QueryBuilder, conferenceId: number): void {
  query.options(UNNAMED).whereRaw(
    `u.id in (select user_id from conference_people where conference_id = :conferenceId)
     and u.id <= (select max(user_id) from conference_people where conference_id = :conferenceId)`,
    { conferenceId },
  );
}

/**
 * Makes a query of users `u` read the listed people `p` of a conference, for a list by their ids.
 * `offset 0` makes PostgreSQL look up each of them in this order, however many users attend nothing.
 */
export function readListedPeople(query: Knex.QueryBuilder, conferenceId: number): void {
  const people = query.client.raw(`conference_people as p cross join lateral (
    select * from users where id = p.user_id and is_listed offset 0) as u`);
  query.options(UNNAMED).from(people).where('p.conference_id', conferenceId);
}
