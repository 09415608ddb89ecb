import { createHmac } from 'node:crypto';
import knex from 'knex';
import { RANKING } from '../../src/repositories/networking/recommendations.sql.ts';
import { PROFILE_COLUMNS } from '../../src/repositories/people/profiles.sql.ts';
import { BOT_TOKEN } from '../harness/service.ts';
import { type PageRequest, type Row, rowsOf } from './pool.ts';

export interface User extends Row {
  readonly id: number;
  readonly messenger_id: number;
  readonly is_blocked: boolean;
}

const USER = `id, messenger_id, first_name, last_name, photo_url, headline, company, job_title,
  interests, points, created_at, username, socials, bio, looking_for, offering, language_code,
  is_premium, language, onboarding_status, onboarding_step, notifications_enabled, messenger_reachable,
  is_discoverable, contact_visibility, enrichment_enabled, updated_at, photo_media_id, is_blocked`;

export async function userOf(id: number): Promise<User | undefined> {
  const [user] = await rowsOf<User>(`select ${USER} from users where id = $1`, [id]);
  return user;
}

/** The user of launch data, updated; undefined if its signature is wrong. */
export async function signIn(initData: string): Promise<User | undefined> {
  const fields = new URLSearchParams(initData);
  const hash = fields.get('hash');
  fields.delete('hash');
  const text = [...fields]
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n');
  const key = createHmac('sha256', 'WebAppData').update(BOT_TOKEN).digest();
  if (createHmac('sha256', key).update(text).digest('hex') !== hash) return undefined;
  const person = JSON.parse(fields.get('user') ?? '{}');
  const [user] = await rowsOf<User>(
    `insert into users (messenger_id, messenger_first_name, messenger_last_name, username,
       language_code, messenger_reachable, messenger_signed_at, last_seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, now())
     on conflict (messenger_id) do update
        set messenger_first_name = excluded.messenger_first_name,
            messenger_last_name = excluded.messenger_last_name, username = excluded.username,
            language_code = excluded.language_code,
            messenger_reachable = excluded.messenger_reachable,
            messenger_signed_at = excluded.messenger_signed_at, last_seen_at = now()
     returning ${USER}`,
    [
      person.id,
      person.first_name,
      person.last_name,
      person.username,
      person.language_code,
      person.allows_write_to_pm === true,
      new Date(Number(fields.get('auth_date')) * 1_000),
    ],
  );
  return user;
}

export async function me({ is_blocked: _, ...user }: User): Promise<object> {
  const [counts] = await rowsOf(
    `select
       (select count(*) from connections c
          join users u on u.id = case when c.requester_id = $1 then c.recipient_id else c.requester_id end
         where (c.requester_id = $1 or c.recipient_id = $1) and c.status = 'accepted'
           and not u.is_blocked) as connections,
       (select count(*) from connections c join users u on u.id = c.requester_id
         where c.recipient_id = $1 and c.status = 'pending' and not u.is_blocked) as pending_requests,
       (select count(*) from event_attendances
         where user_id = $1 and status <> 'cancelled') as events,
       (select count(*) from user_quests uq join quests q on q.id = uq.quest_id
         where uq.user_id = $1 and uq.status = 'completed' and q.deleted_at is null) as quests_completed,
       (select count(*) from notifications
         where user_id = $1 and in_app and dismissed_at is null and clicked_at is null)
       as unread_notifications`,
    [user.id],
  );
  return {
    ...user,
    socials: socialsOf(user.socials as Record<string, string>),
    share_url: null,
    counts,
  };
}

/** The data set has handles of one platform only. */
const socialsOf = ({ github }: Record<string, string>) => ({
  github: { handle: github, url: `https://github.com/${github}` },
});

export async function state(userId: number): Promise<object> {
  const [events, conferences, quests, favorites, [unread]] = await Promise.all([
    rowsOf(
      `select a.event_id, a.status, a.registered_at, a.checked_in_at
         from event_attendances a join events e on e.id = a.event_id
        where a.user_id = $1 and a.status <> 'cancelled' and e.status in ('approved', 'cancelled')`,
      [userId],
    ),
    rowsOf(
      `select a.conference_id, a.status, a.registered_at, a.checked_in_at, a.ticket_type
         from registrations a join conferences c on c.id = a.conference_id
        where a.user_id = $1 and a.status <> 'cancelled' and c.status <> 'draft'`,
      [userId],
    ),
    rowsOf(
      `select uq.quest_id, uq.status, count(t.id)::int as total_tasks,
              count(s.id) filter (where s.status = 'approved')::int as completed_tasks
         from user_quests uq
         join quests q on q.id = uq.quest_id and q.is_active and q.deleted_at is null
         left join quest_tasks t on t.quest_id = q.id and t.deleted_at is null
         left join user_quest_tasks s on s.task_id = t.id and s.user_id = uq.user_id
        where uq.user_id = $1 group by uq.quest_id, uq.status order by uq.quest_id`,
      [userId],
    ),
    rowsOf<{ agenda_item_id: number }>(
      'select agenda_item_id from agenda_favorites where user_id = $1 order by agenda_item_id',
      [userId],
    ),
    rowsOf<{ count: number }>(
      `select count(*) from notifications
        where user_id = $1 and in_app and dismissed_at is null and clicked_at is null`,
      [userId],
    ),
  ]);
  return {
    events: byId(events, 'event_id'),
    conferences: byId(conferences, 'conference_id'),
    quests: byId(quests, 'quest_id'),
    favorites: favorites.map((row) => row.agenda_item_id),
    unread_notifications: unread?.count,
  };
}

const byId = (rows: Row[], name: string) =>
  Object.fromEntries(
    rows.map(({ [name]: id, ...row }) => [
      id,
      name === 'quest_id' ? row : { ...row, waitlist_position: null },
    ]),
  );

const RECOMMENDATIONS = `
  with ranked as materialized (${RANKING})
  select (select count(*)::int from ranked) as total, ${PROFILE_COLUMNS.join(', ')},
         is_contact_visible(u.id, :userId, u.contact_visibility, null) as contact_visible,
         page.score, page.signals
    from (select r.*, row_number() over () as place from ranked r limit :limit offset :offset) page
    join users u on u.id = page.id
   order by page.place`;

/** By the statement of the service, for each request: nobody writes another one in an afternoon. */
export async function recommended(userId: number, { page, limit }: PageRequest): Promise<object> {
  const { sql, bindings } = knex({ client: 'pg' })
    .raw(RECOMMENDATIONS, {
      userId,
      conferenceId: null,
      now: new Date().toISOString(),
      max: 200,
      hidden: [],
      limit,
      offset: (page - 1) * limit,
    })
    .toSQL()
    .toNative();
  const rows = await rowsOf<Row & { total: number }>(sql, [...bindings]);
  const total = rows[0]?.total ?? 0;
  return {
    data: rows.map(({ total: _, username: _hidden, socials: _too, signals, ...row }) => ({
      ...row,
      connection_status: 'none',
      reasons: signals,
    })),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  };
}
