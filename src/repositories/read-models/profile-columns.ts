import type { Knex } from 'knex';

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
  'u.interests',
  'u.socials',
  'u.points',
  'u.created_at',
] as const;

/** How the viewer stands to `u`, and whether they may write to them; needs `joinStanding`. */
export function standingColumns(db: Knex, viewerId: number | undefined): Knex.Raw {
  if (viewerId === undefined) {
    return db.raw('false as contact_visible, null as connection_status');
  }
  return db.raw(
    `(u.id = :viewerId or u.contact_visibility = 'everyone' or c.status is not distinct from 'accepted')
       as contact_visible,
     case
       when c.status is null then 'none'
       when c.status <> 'pending' then c.status
       when c.requester_id = :viewerId then 'pending_sent'
       else 'pending_received'
     end as connection_status`,
    { viewerId },
  );
}

/** Joins the one connection, if any, that `u` and the viewer have; by the index on the pair. */
export function joinStanding(query: Knex.QueryBuilder, viewerId: number): void {
  query.joinRaw(
    `left join connections c
       on least(c.requester_id, c.recipient_id) = least(u.id, :viewerId::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, :viewerId::bigint)`,
    { viewerId },
  );
}

/** A LIKE pattern for text that contains this, taken literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether `u` goes to an event of the conference; for a `where exists`. */
export const goingTo = (db: Knex, conferenceId: number): Knex.QueryBuilder =>
  db('event_attendances as a')
    .join('events as e', 'e.id', 'a.event_id')
    .whereRaw('a.user_id = u.id')
    .whereIn('a.status', ['registered', 'checked_in'])
    .where('e.conference_id', conferenceId)
    .select(db.raw('1'));
