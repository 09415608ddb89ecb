import type pg from 'pg';

/** Of the data set at scale 1. */
const PEOPLE = 100_000;
/** Has many connections, and seats at many events. */
export const MOST_CONNECTED = 1;
/** Its attendees are a third of all users. */
export const LARGEST_CONFERENCE = 1;

/** The statements count from 1 to `:n`; `n` is an id. Things are as unevenly popular as real ones. */
const STATEMENTS = (people: number): readonly string[] => [
  `insert into users (messenger_id, messenger_first_name, messenger_last_name, last_seen_at, created_at,
     interests, looking_for, offering)
   select 1000000 + n, 'First ' || n, 'Last ' || n, now(),
     timestamptz '2026-01-01' + n * interval '1 second',
     array(select distinct 'topic' || floor(400 * power(random(), 2.5)) from generate_series(1, 3 + n % 6)),
     case when n % 10 < 7 then (select string_agg('word' || floor(2000 * power(random(), 2.5)), ' ')
       from generate_series(1, 3 + n % 6)) end,
     case when n % 10 > 2 then (select string_agg('word' || floor(2000 * power(random(), 2.5)), ' ')
       from generate_series(1, 3 + n % 6)) end
   from generate_series(1, ${people}) n`,
  `insert into match_terms (user_id, kind, term, is_listed)
   select id, 'i'::"char", term, true from users, unnest(interests) as term union
   select id, 'l', term, true from users, string_to_table(looking_for, ' ') as term union
   select id, 'o', term, true from users, string_to_table(offering, ' ') as term union
   select id, 't', 'tag' || floor(300 * power(random(), 2.5)), true
     from users, generate_series(1, 6) where id % 10 < 7`,
  `insert into match_term_counts (kind, term, people)
   select kind, term, count(*) from match_terms group by kind, term union all
   select '*', '', count(*) from users
   on conflict (kind, term) do update set people = excluded.people`,
  `insert into conferences (slug, name, starts_on, ends_on, timezone, status, published_at)
   select 'conference-' || n, 'Conference ' || n, date '2026-01-01' + n * 20, date '2026-01-03' + n * 20,
     'UTC', 'published', now() from generate_series(1, 20) n`,
  `insert into events (slug, conference_id, title, status, starts_at, ends_at, timezone, source)
   select 'event-' || n, 1 + n % 20, 'Event ' || n, 'approved', at, at + interval '1 hour', 'UTC', 'admin'
     from generate_series(1, ${people / 200}) n,
          lateral (select timestamptz '2026-06-01' + n * interval '8 hours' as at) t`,
  `insert into registrations (conference_id, user_id, status, registered_at)
   select distinct on (conference_id, user_id) conference_id, user_id, 'registered', now()
     from (select 1 + floor(20 * power(random(), 3))::int as conference_id,
                  1 + floor(${people} * random())::int as user_id
             from generate_series(1, ${people * 1.6})) r`,
  `insert into registrations (conference_id, user_id, status, registered_at)
   select n, ${MOST_CONNECTED}, 'registered', now() from generate_series(1, 20) n on conflict do nothing`,
  `insert into event_attendances (event_id, user_id, status, registered_at)
   select distinct on (event_id, user_id) event_id, user_id, 'registered', now()
     from (select 1 + floor(${people / 200} * power(random(), 2))::int as event_id,
                  1 + floor(${people} * random())::int as user_id
             from generate_series(1, ${people * 3.8})) r`,
  `insert into event_attendances (event_id, user_id, status, registered_at)
   select n, ${MOST_CONNECTED}, 'registered', now() from generate_series(1, 60) n on conflict do nothing`,
  ...(
    [
      ['event', 'event_attendances'],
      ['conference', 'registrations'],
    ] as const
  ).map(
    ([kind, table]) =>
      `update ${kind}s set attendee_count = a.count
         from (select ${kind}_id as id, count(*) from ${table} group by 1) a
        where a.id = ${kind}s.id`,
  ),
  // Some users have many connections; one has those of several hundred times the average.
  `insert into connections (requester_id, recipient_id, status, responded_at)
   select distinct on (least(a, b), greatest(a, b)) a, b, 'accepted', now()
     from (select 1 + floor(${people} * power(random(), 1.5))::int as a,
                  1 + floor(${people} * random())::int as b
             from generate_series(1, ${people * 3}) union all
           select ${MOST_CONNECTED}, 2 + floor(${people - 1} * random())::int
             from generate_series(1, ${people / 33})) r
    where a <> b`,
  `insert into recommendation_dismissals (user_id, dismissed_id)
   select 1 + n % (${people} / 100), ${people} / 50 + n from generate_series(1, ${people} / 5) n`,
];

/**
 * Fills a migrated, empty database: at scale 1 with 100,000 users, 500,000 attendances, 300,000
 * connections and 1.6 million terms. The contents are the same each time. Returns the users.
 */
export async function createRecommendationData(client: pg.Client, scale = 1): Promise<number> {
  // A tenth of a fifth is no whole number otherwise.
  const people = Math.round(PEOPLE * scale);
  await client.query(`set session_replication_role = replica; set max_parallel_workers_per_gather = 0;
    select setseed(0.5)`);
  for (const statement of STATEMENTS(people)) await client.query(statement);
  await client.query('vacuum analyze');
  return people;
}
