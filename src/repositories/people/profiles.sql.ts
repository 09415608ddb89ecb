import type { Knex } from 'knex';
import { containing, containingEveryWord } from '../word-search.sql.ts';

/** The columns of a public profile, of a `users` row named `u`. */
const PROFILE_COLUMNS = [
  'u.id',
  'u.first_name',
  'u.last_name',
  'u.username',
  'u.photo_url',
  'u.headline',
  'u.company',
  'u.job_title',
  'u.bio',
  'u.interests',
  'u.socials',
  'u.points',
  'u.created_at',
] as const;

/** SQL for whether `u` lets the viewer write to them elsewhere; needs `joinStanding`. */
const CONTACT_VISIBLE = `is_contact_visible(u.id, :viewerId, u.contact_visibility, c.status)`;

/** How the viewer stands to `u`, and whether they may write to them; needs `joinStanding`. */
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

/** Joins the one connection, if any, that `u` and the viewer have; by the index on the pair. */
function joinViewerConnection(query: Knex.QueryBuilder, viewerId: number): void {
  query.joinRaw(
    `left join connections c
       on least(c.requester_id, c.recipient_id) = least(u.id, :viewerId::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, :viewerId::bigint)`,
    { viewerId },
  );
}

/** People `u` as a viewer may know them, `ProfileRow`s; `viewerId` undefined is an anonymous one. */
export function profilesFor(db: Knex, viewerId: number | undefined): Knex.QueryBuilder {
  const query = db('users as u').select(...PROFILE_COLUMNS, viewerColumns(db, viewerId));
  if (viewerId !== undefined) joinViewerConnection(query, viewerId);
  return query;
}

/** What people are looked for by. */
export interface ProfilesFilter {
  readonly q?: string | undefined;
  readonly interest?: string | undefined;
}

/** Narrows `profilesFor` the same viewer. */
export function narrowProfiles(
  query: Knex.QueryBuilder,
  { q, interest }: ProfilesFilter,
  viewerId: number | undefined,
): void {
  if (q) search(query, q, viewerId);
  if (interest) query.whereRaw('folded(u.interests) @> array[lower(?)]', [interest]);
}

/** Every word somewhere in name or company, or all of it in a username the viewer may see. */
function search(query: Knex.QueryBuilder, q: string, viewerId: number | undefined): void {
  query.where((match) => {
    match.where((named) => containingEveryWord(named, q, 'u.search_text'));
    if (viewerId === undefined) return;
    match.orWhere((named) =>
      named
        .whereILike('u.username', containing(q.replace(/^@/, '')))
        .whereRaw(CONTACT_VISIBLE, { viewerId }),
    );
  });
}

/** Narrows people `u` to a part of name, company or username; for administrators, who see all. */
export function searchAnybody(query: Knex.QueryBuilder, q: string): void {
  query.where((match) => {
    match
      .whereILike('u.search_text', containing(q))
      .orWhereILike('u.username', containing(q.replace(/^@/, '')));
  });
}

/** The ids of those who are registered at a conference or go to an event of it. */
export const goingTo = (db: Knex, conference_id: number): Knex.QueryBuilder =>
  db('conference_attendances')
    .where({ conference_id })
    .whereRaw(`holds_seat(status)`)
    .select('user_id')
    .union(
      db('event_attendances as a')
        .join('events as e', 'e.id', 'a.event_id')
        .where({ conference_id, 'e.status': 'approved' })
        .whereRaw(`holds_seat(a.status)`)
        .select('a.user_id'),
    );
