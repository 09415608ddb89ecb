import type pg from 'pg';
import { firstMessageId } from '../../src/lib/message-ids.ts';
import { createData, EVENTS, USERS } from '../data.ts';

/** Five words that most rows of a list have in what `q` reads. */
export const WORDS = {
  people: ['first', 'last', 'company', 'fir', 'comp'],
  events: ['engines', 'weave', 'part', 'that', 'hall'],
  agenda: ['talk', 'track', 'room', 'looms', 'engines'],
  conferences: ['conference', 'city', 'venue', 'harbor', 'summer'],
  speakers: ['speaker', 'engineer', 'company', 'looms', 'works'],
  quests: ['quest', 'find', 'booth', 'answer', 'engines'],
  feedback: ['message', 'about', 'the', 'engines', 'looms'],
} as const;

const CONFERENCES = 500;
/** Conference 1 has all users, this one a tenth of them. */
export const SMALLER_CONFERENCE = 2;
export const OF_PROGRAMME = { day: '2090-05-14' } as const;
export const OF_QUEST = { day: '2026-05-14', poll: 1, reviewed: 2 } as const;
/** Messages of the last minutes, whose ids differ in their last six characters. */
const MESSAGE_IDS = firstMessageId(new Date()).slice(0, -6);
/** The first endpoint has a delivery of each message. */
export const OF_WEBHOOK = { message_id: `${MESSAGE_IDS}000001` } as const;
/** A broadcast to all users. */
export const OF_JOB = { id: 1 } as const;

/** With triggers: what they keep belongs to the data. */
const SEATS = [
  `insert into registrations (conference_id, user_id, status, registered_at)
   select 1, n, 'registered', timestamptz '2026-02-01' + n * interval '1 second'
     from generate_series(1, ${USERS}) n on conflict do nothing`,
  `insert into registrations (conference_id, user_id, status, registered_at)
   select ${SMALLER_CONFERENCE}, n, 'registered', timestamptz '2026-02-01' + n * interval '1 second'
     from generate_series(10, ${USERS}, 10) n`,
  `insert into registrations (conference_id, user_id, status, registered_at)
   select n, 1, 'registered', now() from generate_series(3, ${CONFERENCES}) n`,
  `insert into event_attendances (event_id, user_id, status, registered_at)
   select 1, n, 'registered', timestamptz '2026-02-01' + n * interval '1 second'
     from generate_series(1, ${USERS}) n on conflict do nothing`,
  `insert into event_attendances (event_id, user_id, status, registered_at)
   select n, 1, 'registered', now() from generate_series(2, ${EVENTS}) n on conflict do nothing`,
  ...(
    [
      ['event', 'event_attendances'],
      ['conference', 'registrations'],
    ] as const
  ).map(
    ([kind, table]) =>
      `update ${table}
          set status = 'checked_in', checked_in_at = timestamptz '2026-05-14' + user_id % 99 * interval '1 s'
        where ${kind}_id = 1 and user_id % 3 = 0`,
  ),
];

const COUNTS = (
  [
    ['event', 'event_attendances'],
    ['conference', 'registrations'],
  ] as const
).map(
  ([kind, table]) =>
    `update ${kind}s set attendee_count = a.count
       from (select ${kind}_id as id, count(*) from ${table} group by 1) a
      where a.id = ${kind}s.id`,
);

const PROGRAMME = [
  `update conferences set name = 'Conference 1', city = 'City 1', venue = 'Venue harbor summer'
    where id = 1`,
  `insert into conferences (slug, name, city, venue, starts_on, ends_on, timezone, status, published_at)
   select 'conference-' || n, 'Conference ' || n, 'City ' || n % 100, 'Venue harbor summer ' || n % 10,
          date '2026-01-01' + n, date '2026-01-02' + n, 'Europe/Berlin', 'published', now()
     from generate_series(2, ${CONFERENCES}) n`,
  `insert into events (slug, conference_id, title, description, status, starts_at, ends_at, timezone,
                       venue_name, tags, capacity, source, kind, submitted_by)
   select 'event-' || n, case when n <= 5000 then 2 + n % ${CONFERENCES - 1} end, 'Engines that weave, part ' || n,
          repeat('From the loom to the store. ', 15),
          case when n <= 5000 then 'approved' else 'pending' end, at, at + interval '1 hour',
          'Europe/Berlin', 'Hall ' || n % 20, array['keynote', 'looms'], 1000000,
          case when n <= 5000 then 'admin' else 'request' end,
          case when n <= 5000 then 'main' else 'side' end, case when n > 5000 then n % 1000 + 1 end
     from generate_series(${EVENTS + 1}, 10000) n,
          lateral (select timestamptz '2026-01-01' + n * interval '1 hour' as at) t`,
  `insert into agenda_items (conference_id, title, track, room, starts_at, ends_at)
   select 2 + n % ${CONFERENCES - 1}, 'Talk ' || n, 'Track ' || n % 4, 'Room ' || n % 10, at, at + interval '1 hour'
     from generate_series(401, 10000) n,
          lateral (select timestamptz '2026-01-01' + n * interval '1 hour' as at) t`,
  `insert into agenda_favorites (user_id, agenda_item_id)
   select 1, id from agenda_items where conference_id = 1`,
  `insert into speakers (slug, name, title, company, bio, is_featured, status, published_at)
   select 'speaker-' || n, 'Speaker ' || n, 'Engineer ' || n % 500, 'Company ' || n % 500,
          repeat('Works on looms and engines. ', 20), true, 'published', now()
     from generate_series(1, 2000) n`,
  `insert into conference_speakers (conference_id, speaker_id, position)
   select 1, n, n from generate_series(1, 400) n union all
   select 2 + n % ${CONFERENCES - 1}, n, 0 from generate_series(1, 2000) n`,
  `insert into agenda_item_speakers (agenda_item_id, speaker_id, position)
   select n, n, 0 from generate_series(1, 400) n`,
  `insert into registrations (conference_id, username, first_name, company, status, cancelled_at)
   select 1, 'invited_' || n, 'First ' || n, 'Company ' || n % 500,
          case when n % 2 = 0 then 'cancelled' else 'waitlisted' end,
          case when n % 2 = 0 then now() end
     from generate_series(1, 20000) n`,
  // As many as a conference can have, with as many runs and as large a report as are kept.
  `insert into sources (conference_id, kind, name, url, interval_minutes, publish, absent)
   select 1, 'ical', 'Source ' || n, 'https://calendar.example/' || n, 15, 'review', 'keep'
     from generate_series(1, 10) n`,
  `insert into source_runs (source_id, kind, status, finished_at, report)
   select 1 + n % 10, 'scheduled', 'unchanged', now(),
          jsonb_build_object('rows', '[]'::jsonb, 'refused', '[]'::jsonb, 'warnings', '[]'::jsonb,
            'brakes', '[]'::jsonb, 'edited', '[]'::jsonb, 'would_notify', 0, 'more',
            '{"rows": 0, "refused": 0, "warnings": 0, "edited": 0}'::jsonb)
     from generate_series(1, 2000) n`,
  `update source_runs set report = jsonb_set(report, '{rows}', (
      select jsonb_agg(jsonb_build_object('key', 'guid-' || n, 'id', n, 'result', 'updated',
               'title', repeat('Looms ', 10), 'starts_at', '2026-05-14T09:00:00.000Z', 'changes',
               jsonb_build_array(jsonb_build_object('field', 'room', 'from', 'A', 'to', 'B'))))
        from generate_series(1, 700) n))
    where id = 1`,
];

const PEOPLE = [
  // Every second user has the most popular interest.
  `update users set interests = interests || array['engines'] where id % 2 = 0 or id = 1`,
  // As its triggers keep it.
  `insert into listed_interests (interest, user_id)
   select distinct unnest(folded(interests)), id from users where is_listed`,
  `insert into match_terms (user_id, kind, term, is_listed)
   select id, 'i'::"char", interest, true from users, unnest(interests) as interest`,
  `insert into match_term_counts (kind, term, people)
   select kind, term, count(*) from match_terms group by kind, term union all
   select '*', '', count(*) from users
   on conflict (kind, term) do update set people = excluded.people`,
  // A third accepted, a third received, a third sent.
  `insert into connections (requester_id, recipient_id, status, responded_at)
   select case n % 3 when 0 then n else 1 end, case n % 3 when 0 then 1 else n end, status,
          case when status = 'accepted' then timestamptz '2026-01-01' + n * interval '1 second' end
     from generate_series(1001, 4000) n,
          lateral (select case n % 3 when 2 then 'accepted' else 'pending' end as status) s`,
  `insert into enrichments (user_id, status, provider, headline, summary, tags, generated_at,
                            input_hash)
   select n, 'ready', 'local', 'Headline', 'Summary', array['t' || n % 300], now(), repeat('0', 64)
     from generate_series(1, ${USERS}) n`,
  `insert into enrichment_jobs (is_forced, queued) values (false, ${USERS})`,
  `insert into enrichment_job_users (job_id, user_id)
   select 1, n from generate_series(1, ${USERS}) n`,
];

const MESSAGES_AND_FILES = [
  `insert into notification_jobs (title, body, audience, channels, status, scheduled_at, started_at,
                                  finished_at, total)
   select 'Job ' || n, 'Body', '{"all":true}', '{in_app}', 'completed', now(), now(), now(), 0
     from generate_series(1, 2000) n`,
  `insert into notifications (user_id, type, title, body, job_id, created_at)
   select n, 'message', 'Title', 'Body', ${OF_JOB.id}, now() from generate_series(1, ${USERS}) n`,
  `insert into notifications (user_id, type, title, body, created_at)
   select 1, 'message', 'Title', 'Body', timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, 20000) n`,
  `insert into deliveries (notification_id, user_id, job_id, status, reason)
   select id, user_id, job_id, case when id % 2 = 0 then 'failed' else 'sent' end,
          case when id % 2 = 0 then 'blocked' end
     from notifications where job_id is not null`,
  `insert into media (key, user_id, kind, storage, purpose, status, mime_type, bytes, sha256)
   select 'key-' || n, case when n % 2 = 0 then 1 else n end, 'image', 'local',
          case when n % 2 = 0 then 'proof' else 'public' end, 'ready', 'image/png', n, repeat('0', 64)
     from generate_series(1, 50000) n`,
  `insert into audit_log (actor, action, subject_type, subject_id, request_id, at)
   select 'key 1', 'event.update', 'event', 1, 'request 1', timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series(1, 100000) n`,
  `insert into partner_accounts (user_id, status, otp_reference, otp_expires_at)
   select n, 'otp_sent', gen_random_uuid(), now() from generate_series(1, ${USERS}) n`,
  `insert into partner_mints (user_id, status, failure_code)
   select n, case when n % 3 = 0 then 'failed' else 'minted' end, case when n % 3 = 0 then 'sold_out' end
     from generate_series(1, ${USERS}) n`,
  `insert into feedback (user_id, message, rating, category, status, created_at, conference_id, event_id,
                         agenda_item_id)
   select 1, 'Message about the engines and looms ' || n, 5, 'category 1', 'new',
          timestamptz '2026-01-01' + n * interval '1 minute', 1, case when n % 2 = 0 then 1 end,
          case when n % 2 = 1 then 1 end
     from generate_series(1, 50000) n`,
  `insert into webhook_endpoints (url, kinds, conference_id, secret_encrypted)
   select 'https://badges.example.org/' || n, '{attendance.changed,check_in.changed}',
          case when n > 1 then 1 end, '\\x00'
     from generate_series(1, 10) n`,
  `insert into webhook_messages (id, kind, conference_id, body, created_at)
   select '${MESSAGE_IDS}' || lpad(n::text, 6, '0'),
          case when n % 1000 = 1 then 'check_in.changed' else 'attendance.changed' end, 1,
          repeat('{}', 10000), now()
     from generate_series(1, 100000) n`,
  `insert into webhook_deliveries (message_id, endpoint_id, status, attempts, sent_at)
   select '${MESSAGE_IDS}' || lpad(n::text, 6, '0'), e.id,
          case when n % 1000 = 2 then 'failed' else 'sent' end, 1, case when n % 1000 <> 2 then now() end
     from generate_series(1, 100000) n join webhook_endpoints e on e.id = 1 or n <= 10000`,
];

/** Those of the paths measure writes. The rows of many tables belong to quests, so this comes first. */
const WITHOUT_QUESTS = 'truncate quests restart identity cascade';

const QUESTS = [
  `insert into quests (slug, title, conference_id, event_id, is_active, is_featured, participant_count,
                       completion_points)
   select 'quest-' || n, 'Quest ' || n || ': find the booth, answer engines',
          case when n = 1 or n % 2 = 0 then 1 end, case when n > 1 and n % 2 = 1 then 1 end, true, true,
          case when n = 1 then ${USERS} else 1 end, 100
     from generate_series(1, 1000) n`,
  // Quest 1: a poll, a text to review, and 38 links.
  `insert into quest_tasks (quest_id, title, points, type, position, config)
   values (1, 'Poll', 10, 'poll', 0,
           '{"options":[{"id":"a","label":"A"},{"id":"b","label":"B"}],"results":"always"}'),
          (1, 'Text', 10, 'text', 1, '{"min_length":1,"max_length":4000}')`,
  `insert into quest_tasks (quest_id, title, points, type, position, config)
   select case when n <= 38 then 1 else n - 37 end, 'Task ' || n, 10, 'link', 1 + n,
          '{"url":"https://hallway.example.org"}'
     from generate_series(1, 38 + 999) n`,
  `insert into user_quests (quest_id, user_id, status, source, started_at, completed_at, active_at)
   select 1, n, case when n % 2 = 0 then 'completed' else 'in_progress' end, 'self', at,
          case when n % 2 = 0 then at end, at
     from generate_series(1, ${USERS}) n,
          lateral (select timestamptz '2026-05-14' + n * interval '1 second' as at) t`,
  `insert into user_quests (quest_id, user_id, status, source, started_at, active_at)
   select n, 1, 'in_progress', 'self', now(), now() from generate_series(2, 200) n`,
  `insert into user_quest_tasks (task_id, user_id, quest_id, status, source, submitted_at, decided_at)
   select task_id, n, 1, 'approved', 'self', at, at
     from generate_series(1, ${USERS}) n,
          lateral (select timestamptz '2026-05-14' + n * interval '1 second' as at) instants,
          (values (1), (3), (4), (5)) tasks (task_id)`,
  `insert into user_quest_tasks (task_id, user_id, quest_id, status, source, text, submissions, submitted_at)
   select ${OF_QUEST.reviewed}, n, 1, 'pending', 'self', 'My answer', 1,
          timestamptz '2026-05-14' + n * interval '1 second'
     from generate_series(1, ${USERS}) n`,
  `update user_quest_tasks set reviewer = 'key 1a2b3c4d' where task_id = 3`,
  `insert into poll_votes (task_id, user_id, option_id)
   select ${OF_QUEST.poll}, n, case when n % 3 = 0 then 'a' else 'b' end
     from generate_series(1, ${USERS}) n`,
  `insert into registration_requests (quest_id, user_id, status, source, requested_at, decided_at)
   select 1, n, case when n % 2 = 0 then 'rejected' else 'pending' end, 'self', now(),
          case when n % 2 = 0 then now() end
     from generate_series(1, ${USERS}) n`,
  `insert into point_totals (scope, scope_id, period, period_start, user_id, points, reached_at, is_ranked)
   select scope, scope_id, period, period_start, n, 1 + n % 5000,
          timestamptz '2026-05-14' + n % 77 * interval '1 minute', true
     from generate_series(1, ${USERS}) n,
          (values ('all', 0, 'all', date '1970-01-01'), ('all', 0, 'day', '${OF_QUEST.day}'),
                  ('all', 0, 'week', date_trunc('week', date '${OF_QUEST.day}')::date),
                  ('quest', 1, 'all', '1970-01-01'), ('conference', 1, 'all', '1970-01-01'))
                 boards (scope, scope_id, period, period_start)`,
  `insert into point_ledger (user_id, kind, delta, earned_at, day, week, reason)
   select 1, 'adjustment', 1, timestamptz '2026-05-14' + n * interval '1 second', '2026-05-14',
          '2026-05-11', 'a reason'
     from generate_series(1, 20000) n`,
  `insert into reminder_templates (quest_id, name, body)
   select 1, 'Reminder ' || n, 'Body' from generate_series(1, 20) n`,
];

/**
 * Fills a migrated, empty database: the data set of the paths with 100,000 users, and all that lists
 * can show of them. The first of each kind is the largest: conference 1 and event 1 have all users.
 * User 1 attends all its events, and has 3,000 connections and 20,000 notifications.
 */
export async function createDearestData(client: pg.Client): Promise<void> {
  await createData(client);
  const rows = [...PROGRAMME, ...PEOPLE, ...MESSAGES_AND_FILES, ...QUESTS];
  for (const statement of [WITHOUT_QUESTS, ...rows]) await client.query(statement);
  await client.query('set session_replication_role = origin');
  for (const statement of SEATS) await client.query(statement);
  await client.query('set session_replication_role = replica');
  for (const statement of COUNTS) await client.query(statement);
  await client.query('vacuum analyze');
}
