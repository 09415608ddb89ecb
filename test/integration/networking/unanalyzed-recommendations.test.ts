import pg from 'pg';
import { startApi, type TestApi } from '../../support/api.ts';
import { people } from '../../support/factories.ts';
import { nodesOf, plansOf, rowsReadBy } from '../../support/plans.ts';
import { statementsDuring } from '../../support/queries.ts';

/** A new deployment: PostgreSQL has analyzed no table, and autovacuum of the test cluster is off. */
const ROWS = [
  `insert into match_terms (user_id, kind, term, is_listed)
   select id, kind::"char", 'topic ' || (id + place) % 50, true
     from users, unnest(array['i', 'l', 'o', 't']) with ordinality k (kind, place)`,
  `insert into match_term_counts (kind, term, people)
   select kind, term, count(*) from match_terms group by kind, term union all
   select '*', '', count(*) from users
   on conflict (kind, term) do update set people = excluded.people`,
  `insert into conferences (slug, name, starts_on, ends_on, timezone, status, published_at)
   select 'conference-' || n, 'Conference ' || n, '2026-05-20', '2026-05-21', 'UTC', 'published', now()
     from generate_series(1, 5) n`,
  `insert into events (slug, conference_id, title, status, starts_at, ends_at, timezone, source)
   select 'event-' || n, 1 + n % 5, 'Event ' || n, 'approved', now(), now() + interval '1 hour', 'UTC',
          'admin'
     from generate_series(1, 500) n`,
  `insert into registrations (conference_id, user_id, status, registered_at)
   select 1 + id % 5, id, 'registered', now() from users`,
  `insert into event_attendances (event_id, user_id, status, registered_at)
   select 1 + (id + n * 7) % 500, id, 'registered', now() from users, generate_series(1, 4) n`,
  `insert into connections (requester_id, recipient_id, status, responded_at)
   select id, 1 + (id + n * 13) % 10000, 'accepted', now() from users, generate_series(1, 8) n`,
];

/** The rows of the 200 best users; PostgreSQL reads a tenth of what it would read of all. */
const MAX_READ = 8_000;

let api: TestApi;
let client: pg.Client;

beforeAll(async () => {
  api = await startApi();
  await people(api.db, 10_000);
  client = new pg.Client(api.databaseUrl);
  await client.connect();
  await client.query('set session_replication_role = replica');
  for (const sql of ROWS) await client.query(sql);
  await client.query('reset session_replication_role');
});
afterAll(async () => {
  await client.end();
  await api.close();
});

it.each([
  ['of everyone', undefined],
  ['of a conference', 1],
])(
  'before the first ANALYZE, a ranking %s reads the rows of those it ranks',
  async (_, conferenceId) => {
    const view = { userId: 77, conferenceId, now: api.now().toISOString() };
    const rank = () => api.store.read.recommendations.rank(view);
    const [statement] = await statementsDuring(api.db, rank);
    if (!statement) throw new Error('no statement');

    const long: string[] = [];
    for (const plan of await plansOf(client, statement)) {
      for (const node of nodesOf(plan)) {
        const { 'Relation Name': table, 'Index Name': index } = node;
        const name = table ?? index;
        if (name && rowsReadBy(node) > MAX_READ) long.push(`${rowsReadBy(node)} of ${name}`);
      }
    }
    expect(long).toEqual([]);
  },
);
