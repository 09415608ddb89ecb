import type pg from 'pg';
import { type Queryable, type Row, statement } from './database.ts';

export const USER_COLUMNS = `id, messenger_id, messenger_first_name, messenger_last_name,
  messenger_signed_at, first_name, last_name, username, photo_url, messenger_photo_url,
  photo_media_id, language_code, language, is_premium, messenger_reachable, messenger_refused_at, headline,
  company, job_title, bio, looking_for, offering, interests, socials, points, onboarding_status,
  onboarding_step, notifications_enabled, is_discoverable, contact_visibility, enrichment_enabled,
  is_blocked, is_ranked, created_at, updated_at, last_seen_at, signed_out_at, erased_at`;

const find = statement('user', `select ${USER_COLUMNS} from users where id = $1 limit $2`);
const counts = statement(
  'user counts',
  `select
     (select count(*) from connections c
       join users u on u.id = c.recipient_id and not u.is_blocked
       where c.requester_id = $1 and c.status = 'accepted')
     + (select count(*) from connections c
       join users u on u.id = c.requester_id and not u.is_blocked
       where c.recipient_id = $1 and c.status = 'accepted') as connections,
     (select count(*) from connections c
       join users u on u.id = c.requester_id and not u.is_blocked
       where c.recipient_id = $1 and c.status = 'pending') as pending_requests,
     (select count(*) from event_attendances
       where user_id = $1 and status <> 'cancelled') as events,
     (select count(*) from user_quests uq
       join quests q on q.id = uq.quest_id and q.deleted_at is null
       where uq.user_id = $1 and uq.status = 'completed') as quests_completed,
     (select count(*) from notifications
       where user_id = $1 and is_unread(in_app, dismissed_at, clicked_at)
     ) as unread_notifications`,
);

export const findUser = (db: Queryable, id: number): Promise<Row> => find(db, [id, 1]);

export async function findMe(pool: pg.Pool, id: number): Promise<string> {
  return JSON.stringify(await meOf(pool, await findUser(pool, id)));
}

/** The own profile of a user whose row was read. */
export const meOf = async (pool: pg.Pool, user: Row): Promise<object> =>
  ownProfile(user, await counts(pool, [user.id]));

const ownProfile = (row: Row, own: Row) => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  photo_url: row.photo_url,
  headline: row.headline,
  company: row.company,
  job_title: row.job_title,
  interests: row.interests,
  points: row.points,
  created_at: row.created_at,
  messenger_id: row.messenger_id,
  username: row.username,
  socials: socialsOf(row),
  bio: row.bio,
  looking_for: row.looking_for,
  offering: row.offering,
  language_code: row.language_code,
  language: row.language,
  is_premium: row.is_premium,
  onboarding_status: row.onboarding_status,
  onboarding_step: row.onboarding_step,
  notifications_enabled: row.notifications_enabled,
  messenger_reachable: row.messenger_reachable,
  is_discoverable: row.is_discoverable,
  contact_visibility: row.contact_visibility,
  enrichment_enabled: row.enrichment_enabled,
  updated_at: row.updated_at,
  photo_media_id: row.photo_media_id,
  // Of a service without a mini app.
  share_url: null,
  counts: own,
});

/** The data set has handles of one platform only. */
function socialsOf({ socials }: Row) {
  const { github } = socials as { github: string };
  return { github: { handle: github, url: `https://github.com/${github}` } };
}
