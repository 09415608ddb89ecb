import type pg from 'pg';
import { Encryption } from '../src/lib/encryption.ts';
import { ENCRYPTION_KEY } from './harness/service.ts';

/** The sizes of the data set at scale 1. */
export const EVENTS = 500;
export const USERS = 100_000;
/** Users from this id on attend nothing and have no connections, for the paths that write. */
export const FIRST_FREE_USER = 80_001;
/** Quests of each kind: those whose first task is a link, and then those where it is a code. */
export const QUESTS = 500;
export const QUEST_CODE = 'HARBOR-7';
const ATTENDANCES = 400_000;
const CONNECTIONS = 200_000;
const CONFERENCE_ATTENDEES = 10_000;
const AGENDA_ITEMS = 400;
const QUESTIONS = 200;

/** A list of 50 events has 58 kB with descriptions of this length. */
const DESCRIPTION_LENGTH = 480;

/**
 * Fills a migrated, empty database: 500 events, 100,000 users, 400,000 attendances, 200,000
 * connections, one conference with 10,000 attendees, one agenda with 400 items; all of them `scale`
 * times, except the agenda. Ids start at 1 without gaps, and the contents are the same each time.
 */
export async function createData(client: pg.Client, scale = 1): Promise<void> {
  const indexes = await dropIndexes(client, ['users', 'event_attendances', 'connections']);
  // Without foreign-key checks and triggers: the rows are consistent by construction.
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '256MB'`);
  await insertPeople(client, USERS * scale);
  await insertProgramme(client, { events: EVENTS * scale });
  const active = (FIRST_FREE_USER - 1) * scale;
  await insertAttendances(client, { active, events: EVENTS * scale, rows: ATTENDANCES * scale });
  await insertConnections(client, { active, rows: CONNECTIONS * scale });
  await insertConferenceAttendees(client, CONFERENCE_ATTENDEES * scale);
  await insertConferencePeople(client);
  await insertQuests(client);
  await insertQuestions(client);
  for (const definition of indexes) await client.query(definition);
  await client.query('vacuum analyze');
}

/** Drops the indexes without a constraint, and returns their definitions: five times as fast. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
      where schemaname = 'public' and tablename = any($1)
        and not exists (select from pg_constraint where conname = indexname)`,
    [tables],
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}

async function insertPeople(client: pg.Client, users: number) {
  await client.query(
    `insert into users (messenger_id, messenger_first_name, messenger_last_name, username,
       language_code, messenger_reachable, headline, company, job_title, bio, interests, socials,
       onboarding_status, created_at, updated_at, last_seen_at)
     select 1000000 + n, 'First ' || n, 'Last ' || n, 'user_' || n, 'en', true,
       'Builds engines, number ' || n, 'Company ' || n % 500, 'Engineer',
       'Works on looms and engines since ' || 1980 + n % 40 || '.',
       array['a' || n % 50, 'b' || n % 70], jsonb_build_object('github', 'user-' || n),
       'completed', timestamptz '2026-01-01' + n * interval '1 second',
       timestamptz '2026-01-01' + n * interval '1 second', now()
       from generate_series(1, $1::int) n`,
    [users],
  );
  await client.query(
    'insert into user_activity (user_id, last_seen_at) select id, last_seen_at from users',
  );
}

async function insertProgramme(client: pg.Client, { events }: { events: number }) {
  await client.query(
    `insert into conferences (slug, name, starts_on, ends_on, timezone, status, published_at)
     values ('bench', 'Bench', '2090-05-14', '2090-05-16', 'UTC', 'published', now())`,
  );
  await client.query(
    `insert into events (slug, conference_id, title, description, status, starts_at, ends_at,
       timezone, venue_name, venue_address, venue_latitude, venue_longitude, url, organizer, tags,
       capacity, source, created_at, updated_at)
     select 'event-' || n, 1, 'Engines that weave, part ' || n,
       left(repeat('From the loom to the store, in ' || n || ' steps. ', 20), $2::int),
       'approved', timestamptz '2090-05-14 08:00Z' + n * interval '1 minute',
       timestamptz '2090-05-14 09:00Z' + n * interval '1 minute', 'Europe/Berlin',
       'Hall ' || n % 20, 'Museum Quay ' || n % 90, 53.5413, 9.9841,
       'https://hallway.example/events/' || n, 'Analytical Engines', array['keynote', 'looms'],
       1000000, 'admin', timestamptz '2026-01-01' + n * interval '1 second',
       timestamptz '2026-01-01' + n * interval '1 second'
       from generate_series(1, $1::int) n`,
    [events, DESCRIPTION_LENGTH],
  );
  await client.query(
    `insert into agenda_items (conference_id, title, description, kind, track, room, starts_at, ends_at)
     select 1, 'Talk ' || n, repeat('What looms and engines have in common. ', 14), 'talk',
       'Track ' || n % 4, 'Room ' || n % 10, timestamptz '2090-05-14 08:00Z' + n * interval '5 minutes',
       timestamptz '2090-05-14 08:30Z' + n * interval '5 minutes'
       from generate_series(1, $1::int) n`,
    [AGENDA_ITEMS],
  );
}

/** Each active user attends five events, spread evenly: the steps have no divisor in common. */
async function insertAttendances(
  client: pg.Client,
  { active, events, rows }: { active: number; events: number; rows: number },
) {
  await client.query(
    `insert into event_attendances (event_id, user_id, status, registered_at)
     select 1 + ((k % $1::int) * 7 + (k / $1::int) * 97) % $2::int, 1 + k % $1::int, 'registered',
       timestamptz '2026-02-01' + k * interval '1 second'
       from generate_series(0, $3::int - 1) k`,
    [active, events, rows],
  );
  await client.query(
    `update events e set attendee_count = a.count
       from (select event_id, count(*) from event_attendances group by event_id) a
      where a.event_id = e.id`,
  );
}

/** Two or three requests of each active user, to neighbors at different distances. */
const insertConnections = (client: pg.Client, { active, rows }: { active: number; rows: number }) =>
  client.query(
    `insert into connections (requester_id, recipient_id, status, created_at, responded_at)
     select 1 + k % $1::int, 1 + (k % $1::int + 1 + 13 * (k / $1::int)) % $1::int,
       case when k % 10 < 7 then 'accepted' else 'pending' end, now() - interval '60 days',
       case when k % 10 < 7 then now() - interval '59 days' end
       from generate_series(0, $2::int - 1) k`,
    [active, rows],
  );

/** Thirty notifications of each of these users, of which ten are unread. */
export const insertInboxes = (client: pg.Client, users: number) =>
  client.query(
    `insert into notifications (user_id, type, title, body, action_url, created_at, clicked_at)
     select n, 'message', 'Doors open at nine, part ' || k, repeat('Have your ticket ready. ', 6),
            'https://hallway.example/agenda', now() - k * interval '1 hour',
            case when k > 10 then now() end
       from generate_series(1, $1::int) n, generate_series(1, 30) k`,
    [users],
  );

async function insertConferenceAttendees(client: pg.Client, attendees: number) {
  await client.query(
    `insert into registrations (conference_id, user_id, status, registered_at)
     select 1, n, 'registered', timestamptz '2026-02-01' + n * interval '1 second'
       from generate_series(1, $1::int) n`,
    [attendees],
  );
  await client.query('update conferences set attendee_count = $1', [attendees]);
}

/** Those with a seat at the conference or at one of its events, as its triggers count them. */
const insertConferencePeople = (client: pg.Client) =>
  client.query(
    `insert into conference_people (conference_id, user_id, seats)
     select 1, user_id, count(*)
       from (select user_id from event_attendances union all
             select user_id from registrations where user_id is not null) seats
      group by user_id`,
  );

/** Each quest has its first task, whose id is that of the quest, and a second one, which nobody completes. */
/** As many questions as a list shows, in the first session, each with up to 50 votes. */
async function insertQuestions(client: pg.Client): Promise<void> {
  await client.query(`update agenda_items set questions = 'open' where id = 1`);
  await client.query(
    `insert into session_questions (agenda_item_id, user_id, text, status, created_at)
     select 1, n, 'What have looms and engines in common, and what is the difference of part ' || n || '?',
       'visible', timestamptz '2026-01-01' + n * interval '1 second'
       from generate_series(1, $1::int) n`,
    [QUESTIONS],
  );
  await client.query(
    `insert into question_votes (question_id, user_id)
     select q.id, 1000 + k from session_questions q, generate_series(1, 50) k where k <= q.id % 51`,
  );
}

async function insertQuests(client: pg.Client): Promise<void> {
  const quests = 2 * QUESTS;
  await client.query(
    `insert into quests (slug, title, is_active, conference_id)
     select 'quest-' || n, 'Quest ' || n, true, 1 from generate_series(1, $1::int) n`,
    [quests],
  );
  await client.query(
    `insert into quest_tasks (quest_id, title, type, points, position, config)
     select 1 + (n - 1) % $1::int, 'Task ' || n,
       case when n > $1 / 2 and n <= $1 then 'code' else 'link' end, 10, n / $1,
       case when n > $1 / 2 and n <= $1 then '{}'::jsonb
            else '{"url": "https://hallway.example"}' end
       from generate_series(1, 2 * $1::int) n`,
    [quests],
  );
  const encryption = new Encryption([ENCRYPTION_KEY]);
  const ids = Array.from({ length: QUESTS }, (_, index) => QUESTS + 1 + index);
  const answers = ids.map((row_id) => {
    const at = { table: 'quest_tasks', column: 'answer_encrypted', row_id };
    return encryption.encrypt('quest secrets', at, QUEST_CODE);
  });
  await client.query(
    `update quest_tasks t set answer_encrypted = code.answer
       from unnest($1::bigint[], $2::bytea[]) code (id, answer) where t.id = code.id`,
    [ids, answers],
  );
}
