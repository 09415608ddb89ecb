import type pg from 'pg';
import { type Row, rowsStatement, statement } from './database.ts';

export const EVENT_COLUMNS = `e.id, e.slug, e.conference_id, e.title, e.description, e.kind,
  e.status, e.starts_at, e.ends_at, e.all_day, e.timezone, e.venue_name, e.venue_address,
  e.venue_latitude, e.venue_longitude, e.image_url, e.url, e.organizer, e.tags, e.capacity,
  e.attendee_count, e.registration_mode, e.registration_closes_at, e.waitlist, e.source, e.submitted_by, e.rejection_reason,
  e.created_at, e.updated_at`;
const NOT_A_DRAFT = `not exists (select from conferences d where d.id = e.conference_id
  and d.status = 'draft')`;
const LISTED = `from events as e where ${NOT_A_DRAFT} and e.status = $1`;
const PAGE = 'order by e.starts_at asc, e.id asc limit';

const find = statement(
  'event',
  `select ${EVENT_COLUMNS} from events as e
    where ${NOT_A_DRAFT} and is_public_event_status(e.status) and e.id = $1 limit $2`,
);
const count = statement('event count', `select count(*) as total ${LISTED}`);
const list = rowsStatement('events', `select ${EVENT_COLUMNS} ${LISTED} ${PAGE} $2 offset $3`);
const countUntil = statement(
  'event count until',
  `select count(*) as total ${LISTED} and e.starts_at < $2`,
);
const listUntil = rowsStatement(
  'events until',
  `select ${EVENT_COLUMNS} ${LISTED} and e.starts_at < $2 ${PAGE} $3 offset $4`,
);

const findAsOf = statement(
  'as of',
  `select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
     from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
);

export async function findEvent(pool: pg.Pool, id: number): Promise<string> {
  const event = eventView(await find(pool, [id, 1]), Date.now());
  // Of a service without a mini app.
  return JSON.stringify({ ...event, share_url: null });
}

/** A page of approved events, with an optional `to`. */
export async function listEvents(pool: pg.Pool, query: URLSearchParams): Promise<string> {
  const limit = Number(query.get('limit'));
  const to = query.get('to');
  const { as_of } = await findAsOf(pool, []);
  const [counted, rows] = await Promise.all(
    to === null
      ? [count(pool, ['approved']), list(pool, ['approved', limit, 0])]
      : [countUntil(pool, ['approved', to]), listUntil(pool, ['approved', to, limit, 0])],
  );
  const now = Date.now();
  const total = Number(counted.total);
  return JSON.stringify({
    data: rows.map((row) => eventView(row, now)),
    pagination: { page: 1, limit, total, pages: Math.ceil(total / limit) },
    as_of,
  });
}

export const spotsLeft = ({ capacity, attendee_count }: Row): number | null =>
  capacity === null ? null : Math.max(0, Number(capacity) - Number(attendee_count));

export function registrationState(row: Row, now: number): string {
  const { status, ends_at, registration_mode: mode, registration_closes_at: closesAt } = row;
  if (status === 'cancelled') return 'cancelled';
  if (Date.parse(String(ends_at)) <= now) return 'ended';
  if (status !== 'approved' || mode === 'closed') return 'closed';
  if (closesAt !== null && Date.parse(String(closesAt)) <= now) return 'closed';
  if (mode === 'invited') return 'invited_only';
  return spotsLeft(row) === 0 ? 'waitlist' : 'open';
}

const eventView = (row: Row, now: number) => ({
  id: row.id,
  slug: row.slug,
  conference_id: row.conference_id,
  title: row.title,
  description: row.description,
  kind: row.kind,
  status: row.status,
  starts_at: row.starts_at,
  ends_at: row.ends_at,
  all_day: row.all_day,
  timezone: row.timezone,
  venue: {
    name: row.venue_name,
    address: row.venue_address,
    latitude: row.venue_latitude,
    longitude: row.venue_longitude,
  },
  image_url: row.image_url,
  url: row.url,
  organizer: row.organizer,
  tags: row.tags,
  capacity: row.capacity,
  attendee_count: row.attendee_count,
  spots_left: spotsLeft(row),
  registration_mode: row.registration_mode,
  registration_closes_at: row.registration_closes_at,
  waitlist: row.waitlist,
  registration_state: registrationState(row, now),
  source: row.source,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
