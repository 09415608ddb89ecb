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
 * Restricts a query of users `u` to those with a seat at a conference or at one of its approved
 * events. As a semi-join PostgreSQL chooses by size: it looks up the attendees of a small conference
 * among the users, and the users of a page among the attendees of a large one. `union` instead of
 * `union all` would collect all attendees before the first row. That choice needs the conference, so
 * the query goes `UNNAMED`.
 */
export function attending(query: Knex.QueryBuilder, conferenceId: number): void {
  query.whereRaw(
    `exists (
      select from (
        select a.user_id from conference_attendances a
         where a.conference_id = :conferenceId and holds_seat(a.status)
        union all
        select a.user_id from event_attendances a
          join events e on e.id = a.event_id and e.status = 'approved'
         where e.conference_id = :conferenceId and holds_seat(a.status)
      ) as seated where seated.user_id = u.id)`,
    { conferenceId },
  );
}
