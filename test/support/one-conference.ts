import pg from 'pg';

export const EVENTS = 10_000;
export const SEATS_EACH = 100;
const USERS = 1_000;
/** Their lists have no index of their order, so a page reads all of them. */
const QUESTS = 1_000;

/** Each statement fills a table; ids count from 1 in the order of `n`. */
const ROWS = [
  `insert into users (messenger_id, messenger_first_name, last_seen_at)
   select n, 'Person ' || n, now() from generate_series(1, ${USERS}) n`,
  `insert into conferences (slug, name, starts_on, ends_on, timezone, status, published_at)
   values ('fair', 'Fair', '2026-05-01', '2027-12-31', 'Europe/Berlin', 'published', now())`,
  `insert into events (slug, conference_id, title, status, source, starts_at, ends_at, timezone)
   select 'event-' || n, 1, 'Event ' || n, 'approved', 'admin', at, at + interval '1 hour',
          'Europe/Berlin'
     from generate_series(1, ${EVENTS}) n,
          lateral (select timestamptz '2026-01-01' + n * interval '1 hour' as at) t`,
  `insert into agenda_items (conference_id, event_id, title, starts_at, ends_at)
   select conference_id, id, title, starts_at, ends_at from events order by id`,
  // The events and items of a user are spread over all of them.
  `insert into event_attendances (event_id, user_id, status, registered_at)
   select 1 + (u * 7 + k * 97) % ${EVENTS}, u, 'registered', now()
     from generate_series(1, ${USERS}) u, generate_series(1, ${SEATS_EACH}) k`,
  `insert into registrations (conference_id, user_id, status, registered_at)
   select 1, u, 'registered', now() from generate_series(1, ${USERS}) u`,
  `insert into agenda_favorites (user_id, agenda_item_id)
   select u, 1 + (u * 11 + k * 97) % ${EVENTS}
     from generate_series(1, ${USERS}) u, generate_series(1, ${SEATS_EACH}) k`,
  `insert into quests (slug, title, conference_id, is_active)
   select 'quest-' || n, 'Quest ' || n, 1, true from generate_series(1, ${QUESTS}) n`,
  `insert into quest_tasks (quest_id, title, type, config)
   select id, 'Task', 'link', '{"url":"https://example.org"}' from quests`,
  `insert into user_quests (quest_id, user_id, status, source, started_at, active_at)
   select 1 + (u * 13 + k * 97) % ${QUESTS}, u, 'in_progress', 'self', now(), now()
     from generate_series(1, ${USERS}) u, generate_series(1, ${SEATS_EACH}) k`,
];

/** One published conference of 10,000 events and agenda items, and no draft. */
export async function insertOneConference(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    // Without foreign keys and triggers, which take longer than the rows themselves.
    await client.query('set session_replication_role = replica');
    for (const statement of ROWS) await client.query(statement);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
