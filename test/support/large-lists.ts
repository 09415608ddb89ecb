import pg from 'pg';
import { PARTNER_LISTS, PARTNER_ROWS } from './large-partner.ts';
import { REVIEW_LISTS, REVIEW_ROWS } from './large-quest-reviews.ts';
import { QUEST_LISTS, QUEST_ROWS } from './large-quests.ts';

const ATTENDANCES = [
  { kind: 'event', table: 'event_attendances' },
  { kind: 'conference', table: 'registrations' },
] as const;

/** More rows than a total counts, in every list of user 1, conference 1, event 1 and job 1. */
export const LISTED = 10_100;

/** Each statement fills a table; ids count from 1 in the order of `n`. */
const ROWS = [
  `insert into users (messenger_id, messenger_first_name, username, company, interests, last_seen_at,
                      created_at, is_blocked, onboarding_status, messenger_last_name, language_code,
                      messenger_reachable)
   select n, 'Person ' || n, 'person_' || n, 'Company ' || n % 1000, array['topic ' || n % 500],
          now(), timestamptz '2026-01-01' + n * interval '1 minute', n % 1000 = 0,
          case when n % 100 = 0 then 'completed' else 'not_started' end,
          case when n % 10 > 0 then 'Surname ' || n % 5000 end, case when n % 200 = 0 then 'de' else 'en' end,
          n % 200 > 0
     from generate_series(1, 3 * :listed + 700) n`,
  // As its triggers keep it.
  `insert into listed_interests (interest, user_id)
   select distinct unnest(folded(interests)), id from users where is_listed`,
  // As its triggers copy them.
  'insert into user_activity (user_id, last_seen_at) select id, last_seen_at from users',
  `insert into conferences (slug, name, city, starts_on, ends_on, timezone, status, published_at)
   select 'conference-' || n, 'Conference ' || n, 'City ' || n % 500, date '2018-05-20' + n % 3000,
          date '2018-05-21' + n % 3000, 'Europe/Berlin',
          case when n % 100 = 0 then 'draft' else 'published' end,
          case when n % 100 > 0 then now() end
     from generate_series(1, :listed + 400) n`,
  // A third belongs to conference 1, a third was requested, a third is spread over all conferences.
  `insert into events (slug, conference_id, title, tags, kind, status, source, starts_at, ends_at, timezone,
                       submitted_by, capacity, attendee_count, created_at)
   select 'event-' || n, case when n <= :listed then 1 when n > 2 * :listed then n % :listed + 1 end,
          'Event ' || n, array['topic ' || n % 500],
          case when n % 200 = 0 then 'side' else 'main' end,
          case when n > :listed and n <= 2 * :listed then 'pending' else 'approved' end,
          case when n > :listed and n <= 2 * :listed then 'request' else 'admin' end,
          at, at + interval '1 hour', 'Europe/Berlin',
          case when n > :listed and n <= 2 * :listed then n % 1000 + 2 end,
          case when n % 10 = 0 then 50 end, case when n % 200 = 0 then 50 else n % 20 end,
          timestamptz '2025-01-01' + n * 7 % :listed * interval '1 minute'
     from generate_series(1, 3 * :listed) n,
          lateral (select timestamptz '2025-01-01' + n % :listed * interval '1 hour' as at) t`,
  `insert into agenda_items (conference_id, title, track, room, starts_at, ends_at)
   select case when n <= :listed then 1 else n - :listed + 1 end, 'Talk ' || n, 'Track ' || n % 100,
          'Room ' || n % 100, at, at + interval '1 hour'
     from generate_series(1, 2 * :listed) n,
          lateral (select timestamptz '2025-01-01' + n % :listed * interval '1 hour' as at) t`,
  `insert into agenda_favorites (user_id, agenda_item_id)
   select 1, id from agenda_items where conference_id = 1`,
  `insert into speakers (slug, name, title, photo_url, bio, is_featured, status, published_at)
   select 'speaker-' || n, 'Speaker ' || n, 'Engineer ' || n % 500,
          case when n % 200 > 0 then 'https://x.example/p.png' end,
          case when n % 200 = 0 then 'A bio' end, n % 50 > 0,
          case when n % 100 = 0 then 'draft' else 'published' end,
          case when n % 100 > 0 then now() end
     from generate_series(1, :listed + 600) n`,
  `insert into conference_speakers (conference_id, speaker_id, position)
   select 1, id, id from speakers union all
   select 2 + id % 5000, id, 0 from speakers`,
  `insert into agenda_item_speakers (agenda_item_id, speaker_id, position)
   select id, id, 0 from speakers where id % 2 = 0`,
  ...ATTENDANCES.map(
    ({ kind, table }) =>
      `insert into ${table} (${kind}_id, user_id, status, registered_at)
       select 1, n, case when n > :listed + 200 then 'waitlisted' else 'registered' end, now()
         from generate_series(1, :listed + 400) n union all
       select n, 1, 'registered', now() from generate_series(2, :listed) n union all
       select 1 + n % 5000, n, 'registered', now()
         from generate_series(:listed + 500, 3 * :listed) n`,
  ),
  ...ATTENDANCES.map(
    ({ table }) =>
      `update ${table}
          set status = 'checked_in', checked_in_at = timestamptz '2026-05-14' + user_id % 99 * interval '1 s'
        where status = 'registered' and user_id % 100 > 0`,
  ),
  `update registrations
      set ticket_type = 'ticket ' || user_id % 500,
          claimed_by = case when user_id % 200 = 0 then 'username' end`,
  // The counts, as its triggers write them.
  `insert into conference_people (conference_id, user_id, seats)
   select conference_id, user_id, count(*) from (
     select conference_id, user_id from registrations where holds_seat(status) union all
     select e.conference_id, a.user_id from event_attendances a join events e on e.id = a.event_id
      where holds_seat(a.status) and e.status = 'approved' and e.conference_id is not null) seats
    group by conference_id, user_id`,
  `insert into registrations (conference_id, username, first_name, status)
   select case when n <= :listed then 1 else 1 + n % 5000 end, 'invited_' || n, 'Guest ' || n,
          case when n % 2 = 0 then 'registered' else 'waitlisted' end
     from generate_series(1, 2 * :listed) n`,
  `insert into registrations (conference_id, username, first_name, status, cancelled_at)
   select case when n <= :listed then 1 else 1 + n % 5000 end, 'withdrawn_' || n, 'Guest ' || n,
          'cancelled', now()
     from generate_series(1, 2 * :listed) n`,
  `insert into connections (requester_id, recipient_id, status, responded_at)
   select case n % 3 when 0 then n else 1 end, case n % 3 when 0 then 1 else n end, status,
          case when status = 'accepted' then timestamptz '2026-01-01' + n * interval '1 second' end
     from generate_series(2, 3 * :listed + 600) n,
          lateral (select case n % 3 when 2 then 'accepted' else 'pending' end as status) s
   union all
   select n, n + 1, 'pending', null from generate_series(2, 2 * :listed) n`,
  `insert into match_terms (user_id, kind, term, is_listed)
   select id, 'i', interests[1], is_listed from users union all
   select id, case n when 0 then 'l' else 'o' end::"char", 'word ' || (id + n * 7) % 300, is_listed
     from users, generate_series(0, 1) n`,
  `insert into match_term_counts (kind, term, people)
   select kind, term, count(*) from match_terms where is_listed group by kind, term union all
   select '*', '', count(*) from users where is_listed
   on conflict (kind, term) do update set people = excluded.people`,
  `insert into recommendation_dismissals (user_id, dismissed_id)
   select 1 + n % 1000, 1001 + n from generate_series(1, 2 * :listed) n`,
  `insert into notification_jobs (title, body, audience, channels, status, scheduled_at, started_at,
                                  finished_at)
   select 'Job ' || n, 'Body', '{"all":true}', '{in_app}',
          case when n % 100 = 0 then 'scheduled' else 'completed' end, now(),
          case when n % 100 > 0 then now() end, case when n % 100 > 0 then now() end
     from generate_series(1, :listed + 400) n`,
  `insert into notifications (user_id, type, title, body, job_id, created_at)
   select 1, 'message', 'Title', 'Body', null::bigint, timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, :listed + 200) n union all
   select n, 'message', 'Title', 'Body', 1, now() from generate_series(1, :listed + 200) n union all
   select n, 'message', 'Title', 'Body', 2 + n % 200, now() from generate_series(1, 2 * :listed) n`,
  `insert into deliveries (notification_id, user_id, job_id, status, reason)
   select id, user_id, job_id, status, case when status = 'failed' then 'blocked' end
     from notifications,
          lateral (select case when id % 100 = 0 then 'failed' else 'sent' end as status) s
    where job_id is not null`,
  `insert into audit_log (actor, action, subject_type, subject_id, request_id, at, conference_id)
   select 'key ' || n % 300, case when n % 200 = 0 then 'speaker.create' else 'event.update' end,
          case when n % 200 = 0 then 'speaker' else 'event' end, n % 1000 + 1, 'request ' || n,
          timestamptz '2026-01-01' + n * interval '1 minute',
          case when n <= :listed then 1 when n % 3 = 1 then n % 1000 + 2 end
     from generate_series(1, 3 * :listed) n`,
  // As long as feedback is. A third is about conference 1, a third about none; events and agenda items
  // have little each.
  `insert into feedback (user_id, message, rating, category, status, created_at, conference_id, event_id,
                         agenda_item_id)
   select n % 1000 + 1, 'Message ' || n || repeat(' and so on', 25),
          case when n % 200 = 0 then 1 else 5 end,
          'category ' || n % 300, case when n % 200 = 0 then 'new' else 'done' end,
          timestamptz '2026-01-01' + n * interval '1 minute',
          case when n <= :listed then 1 when n % 3 = 1 then n % 1000 + 2 end,
          case when n % 6 = 0 then n % 1000 + 1 end, case when n % 6 = 3 then n % 1000 + 1 end
     from generate_series(1, 3 * :listed) n`,
  `insert into user_reports (reported_id, reporter_id, reason, profile, created_at, outcome, resolved_at)
   select n % 1000 + 2, 1, case when n % 300 = 0 then 'harassment' else 'spam' end,
          '{"first_name": "Max", "last_name": null, "photo_url": null, "headline": null, "company": null,
            "job_title": null, "bio": null, "looking_for": null, "offering": null}', timestamptz '2026-01-01' + n * interval '1 minute',
          case when n > 200 then 'dismissed' end,
          case when n > 200 then timestamptz '2026-02-01' + n * interval '1 minute' end
     from generate_series(1, 3 * :listed) n`,
  `insert into media (key, user_id, kind, storage, purpose, status, mime_type, bytes, sha256)
   select 'key-' || n, n % 1000 + 1, case when n % 2 = 0 then 'image' else 'video' end, 'local',
          case when n % 3 = 0 then 'proof' else 'public' end, 'ready', 'image/png', 1,
          repeat('0', 64)
     from generate_series(1, 3 * :listed) n`,
  'insert into enrichment_jobs (is_forced) select false from generate_series(1, :listed + 400)',
  `insert into enrichment_job_users (job_id, user_id, status, finished_at)
   select id, u, case when id % 100 = 0 then 'queued' else 'ready' end,
          case when id % 100 > 0 then now() end
     from enrichment_jobs,
          lateral (select 1 as u union all select 2 + (id + n) % 1000 from generate_series(1, 8) n) users`,
  // A board of many users, many of them with equal points, and small boards besides it.
  `insert into point_totals (scope, scope_id, period, period_start, user_id, points, reached_at,
                             is_ranked)
   select b.scope, b.scope_id, b.period, b.period_start, n, 1 + n % 50,
          timestamptz '2026-01-01' + n % 7 * interval '1 minute', n % 100 > 0
     from generate_series(1, :listed + 400) n,
          lateral (values ('all', 0, 'all', date '1970-01-01'), ('all', 0, 'day', '2026-05-14'),
                          ('quest', 2 + n % 500, 'all', '1970-01-01'),
                          ('conference', 2 + n % 500, 'all', '1970-01-01'))
                  b (scope, scope_id, period, period_start)`,
  `insert into point_ledger (user_id, kind, delta, earned_at, day, week, reason)
   select case when n <= :listed + 200 then 1 else n % 1000 + 2 end, 'adjustment', 1,
          '2026-05-14T09:00:00Z', '2026-05-14', '2026-05-11', 'a reason'
     from generate_series(1, 3 * :listed) n`,
  ...PARTNER_ROWS,
  ...QUEST_ROWS,
  ...REVIEW_ROWS,
];

export interface ListCalls {
  readonly caller: 'user' | 'administrator' | 'anonymous';
  /** The path of the endpoint. */
  readonly path: string;
  /** The list itself has at most this many rows, however many there are to choose from. */
  readonly atMost?: number;
  /** Queries, one for each filter, with values that few rows and that most rows have. */
  readonly filters?: readonly string[];
  /** The parameters that a sort needs besides itself. */
  readonly besideSorts?: Readonly<Record<string, string>>;
}

const EVENT_FILTERS = [
  'q=event 77',
  'q=e',
  'q=zq',
  'q=evemt',
  'kind=side',
  'kind=main',
  'tag=topic 7',
  'conference_id=7',
  'from=2026-02-01T00:00:00Z',
  'to=2025-02-01T00:00:00Z',
  'from=2026-02-01&to=2026-02-01',
  'from=2026-02-01&conference_id=1',
  'upcoming=true',
];
const USER_FILTERS = [
  'q=person 77',
  'q=p',
  'q=zq',
  'q=persom 77',
  'q=persom',
  'q=zqxyzq',
  'q=@p',
  'interest=topic 7',
];
/** Lists of a conference with few people, and of one with many. */
const PEOPLE_FILTERS = [
  'conference_id=7',
  'conference_id=1',
  'conference_id=1&q=person 77',
  'conference_id=1&interest=topic 7',
];
const ATTENDEE_FILTERS = [
  'q=person 77',
  'status=waitlisted',
  'status=registered',
  'status=waitlisted&sort=-checked_in_at',
  'status=waitlisted&sort=name',
  'is_blocked=true',
  'is_blocked=false&sort=-company',
  'checked_in_from=2026-05-14T00:01:30Z',
  'checked_in_to=2026-05-14T00:00:03Z&sort=name',
];
const BOARD_FILTERS = ['quest_id=7', 'conference_id=7', 'period=day&date=2026-05-14'];
const CHANGES = 'updated_since=2099-01-01T00:00:00Z';

/** Every list with pages. Tests replace the ids in the paths. */
export const LISTS: readonly ListCalls[] = [
  { caller: 'anonymous', path: '/users', filters: [...USER_FILTERS, ...PEOPLE_FILTERS] },
  { caller: 'user', path: '/users', filters: [...USER_FILTERS, ...PEOPLE_FILTERS] },
  { caller: 'anonymous', path: '/users/paginated' },
  { caller: 'user', path: '/users/recommended', atMost: 200, filters: ['conference_id=1'] },
  { caller: 'anonymous', path: '/events', filters: [...EVENT_FILTERS, CHANGES] },
  { caller: 'user', path: '/events/my', filters: ['when=past', 'when=upcoming'] },
  {
    caller: 'user',
    path: '/agenda/my',
    filters: ['conference_id=1', 'when=past', 'when=upcoming'],
  },
  { caller: 'anonymous', path: '/events/:id/attendees' },
  { caller: 'user', path: '/events/:id/attendees' },
  {
    caller: 'anonymous',
    path: '/conferences',
    filters: ['q=city 77', 'upcoming=true', 'past=true', CHANGES, `past=true&${CHANGES}`],
  },
  { caller: 'anonymous', path: '/conferences/:conference_id/attendees', filters: USER_FILTERS },
  { caller: 'user', path: '/conferences/:conference_id/attendees', filters: USER_FILTERS },
  {
    caller: 'anonymous',
    path: '/speakers',
    filters: ['q=engineer 77', 'conference_id=7', 'is_featured=true', CHANGES],
  },
  { caller: 'anonymous', path: '/speakers/featured' },
  { caller: 'anonymous', path: '/speakers/conference/:id', filters: [CHANGES] },
  {
    caller: 'user',
    path: '/connections',
    filters: ['status=accepted', 'status=rejected', 'direction=sent', 'direction=received'],
  },
  { caller: 'anonymous', path: '/quests/leaderboard', filters: BOARD_FILTERS },
  { caller: 'user', path: '/quests/leaderboard', filters: BOARD_FILTERS },
  { caller: 'administrator', path: '/admin/leaderboard', filters: BOARD_FILTERS },
  { caller: 'user', path: '/users/me/points' },
  ...PARTNER_LISTS,
  ...QUEST_LISTS,
  { caller: 'user', path: '/connections/pending' },
  { caller: 'user', path: '/connections/sent' },
  { caller: 'user', path: '/connections/connected' },
  { caller: 'user', path: '/notifications', filters: ['unread=true'] },
  {
    caller: 'administrator',
    path: '/admin/users',
    filters: [
      'q=person 77',
      'q=p',
      'q=zq',
      'q=persom',
      'q=@p',
      'onboarding_status=completed',
      'onboarding_status=not_started',
      'is_blocked=true',
      'is_blocked=false',
      'conference_id=7',
      'conference_id=7&sort=-last_seen_at',
      'conference_id=1',
      'conference_id=1&q=person 77',
      'conference_id=1&sort=first_name',
      'conference_id=1&sort=-last_seen_at',
      'is_blocked=true&sort=-last_seen_at',
      'language_code=de',
      'language_code=en',
      'language_code=de-AT',
      'messenger_reachable=false',
      'messenger_reachable=true',
      'conference_id=7&sort=last_name',
      'created_from=2026-01-20T00:00:00Z',
      'created_to=2026-01-03T00:00:00Z',
    ],
  },
  {
    caller: 'administrator',
    path: '/admin/events',
    besideSorts: { attendee_count: 'conference_id=7' },
    filters: [
      ...EVENT_FILTERS,
      'status=approved',
      'status=rejected',
      'source=admin',
      'source=request',
      'source=extcal',
      'has_seats=true',
      'has_seats=false',
      'submitted_by=7',
    ],
  },
  { caller: 'administrator', path: '/admin/events/pending', filters: ['conference_id=7'] },
  { caller: 'administrator', path: '/admin/events/:id/attendees', filters: ATTENDEE_FILTERS },
  { caller: 'administrator', path: '/admin/events/:id/check-ins' },
  { caller: 'administrator', path: '/admin/conferences/:conference_id/check-ins' },
  {
    caller: 'administrator',
    path: '/admin/conferences',
    filters: ['q=city 77', 'upcoming=true', 'past=true', 'status=draft', 'status=published'],
  },
  {
    caller: 'administrator',
    path: '/admin/conferences/:conference_id/attendees',
    filters: [
      ...ATTENDEE_FILTERS,
      'ticket_type=ticket 7',
      'ticket_type=ticket 7&sort=name',
      'claimed_by=username',
      'claimed_by=username&sort=-company',
      'status=invited',
      'status=all',
      'status=withdrawn',
      'status=invited&q=guest 77',
      'status=all&q=person 77',
    ],
  },
  {
    caller: 'administrator',
    path: '/admin/conferences/:conference_id/agenda',
    filters: [
      'day=2025-01-01',
      'track=track 7',
      'room=room 7',
      'kind=talk',
      'kind=workshop',
      'status=scheduled',
      'status=cancelled',
    ],
  },
  {
    caller: 'administrator',
    path: '/admin/speakers',
    filters: [
      'q=engineer 77',
      'conference_id=7',
      'is_featured=true',
      'is_featured=false',
      'status=draft',
      'status=published',
      'missing=photo',
      'missing=bio',
      'missing=photo,bio',
      'missing=talk&conference_id=7',
      'missing=photo,bio,talk&conference_id=1',
    ],
  },
  {
    caller: 'administrator',
    path: '/admin/notifications/jobs',
    filters: ['status=scheduled', 'status=completed', 'status=draft', 'q=job 77'],
  },
  {
    caller: 'administrator',
    path: '/admin/notifications/jobs/:id/deliveries',
    filters: ['status=failed', 'status=sent', 'q=person 77'],
  },
  {
    caller: 'administrator',
    path: '/admin/audit-log',
    filters: [
      'subject_type=speaker',
      'subject_type=event',
      'subject_id=3',
      'action=speaker.create',
      'action=event.update',
      'action=speaker.create,user.block',
      'action=speaker.create,event.update',
      'conference_id=7',
      'conference_id=1',
      'actor=key 7',
      'request_id=request 77',
      'from=2026-01-20T00:00:00Z',
      'to=2026-01-03T00:00:00Z',
    ],
  },
  {
    caller: 'administrator',
    path: '/admin/media',
    filters: [
      'user_id=7',
      'kind=image',
      'kind=video',
      'purpose=proof',
      'purpose=public',
      'q=person 77',
      'unused=true',
    ],
  },
  {
    caller: 'administrator',
    path: '/admin/enrichment/jobs',
    filters: ['status=running', 'status=completed', 'user_id=1', 'user_id=7'],
  },
  {
    caller: 'administrator',
    path: '/admin/quests',
    filters: [
      'q=quest 777',
      'state=hidden',
      'state=coming',
      'state=running',
      'state=ended',
      'conference_id=7',
      'event_id=7',
    ],
  },
  { caller: 'administrator', path: '/admin/quests/featured' },
  {
    caller: 'administrator',
    path: '/admin/feedback',
    filters: [
      'q=message 777',
      'rating=1',
      'rating=5',
      'category=category 7',
      'conference_id=7',
      'conference_id=1',
      'conference_id=1&status=new',
      'conference_id=1&sort=rating',
      'event_id=7',
      'agenda_item_id=10',
      'user_id=7',
      'status=new',
      'status=done',
      'from=2026-01-20T00:00:00Z',
      'to=2026-01-03T00:00:00Z',
    ],
  },
  {
    caller: 'administrator',
    path: '/admin/reports',
    filters: ['status=open', 'status=resolved', 'user_id=7'],
  },
  ...REVIEW_LISTS,
];

/** Fills every table of a list with 10,000 to 60,000 rows, and updates the planner's statistics. */
export async function insertLargeLists(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    // Without foreign keys and triggers, which take longer than the rows themselves.
    await client.query('set session_replication_role = replica');
    for (const statement of ROWS) {
      await client.query(statement.replaceAll(':listed', String(LISTED)));
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
