import { createHash } from 'node:crypto';
import type pg from 'pg';
import { newPublicId, newSecret } from '../../src/lib/api-key-secrets.ts';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { databaseMicros } from '../harness/cpu.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { type Run, startService } from '../run.ts';

/** Attendees of each conference, and how many conferences have so many. */
const SIZES = [
  { attendees: 10_000, conferences: 10, mustMs: 30 },
  { attendees: 100_000, conferences: 3, mustMs: 300 },
];
const ROUNDS = { whole: 12, quick: 4 };
/** Small requests, after which the code is compiled. */
const WARM_UP_REQUESTS = 100;
const SERIES = '?bucket=5min&from=2090-05-14T00:00:00Z&to=2090-05-15T09:00:00Z';

/**
 * The CPU time of the statistics of a conference with every number, read again: a process shares what it
 * reads between all requests of a second, so each request has a key with other conferences. The first
 * round counts connections, which are kept for a minute.
 */
export async function measureStats(run: Run): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of SIZES) {
    const database = await run.cluster.create('bench_stats');
    const keys = await withClient(database, (client) => createData(client, size));
    const server = await startService(run, { DATABASE_URL: database, ROLE: 'api' });
    figures.push(...(await figuresOf(run, server, { ...size, keys })));
    await server.stop();
    await run.cluster.drop('bench_stats');
  }
  return figures;
}

type Size = (typeof SIZES)[number];

async function figuresOf(
  { options, cluster }: Run,
  server: ServerProcess,
  { attendees, conferences, mustMs, keys }: Size & { readonly keys: readonly string[] },
): Promise<Figure[]> {
  const ask = async (conference: number, key: string, query: string) => {
    const url = `${server.url}/api/v1/admin/conferences/${conference}/stats${query}`;
    const response = await fetch(url, { headers: { 'X-API-Key': key } });
    const body = await response.text();
    const isWhole = response.ok && body.includes('"connections"') && body.includes('"broadcasts"');
    if (!isWhole) throw new Error(`expected all numbers, got ${body}`);
  };
  /** CPU milliseconds of a request, of the service and PostgreSQL: the mean over all conferences. */
  const cost = async (round: number, query: string): Promise<readonly [number, number]> => {
    const before = [await server.cpuMicros(), await databaseMicros(cluster.postmaster)] as const;
    for (let n = 1; n <= conferences; n++) await ask(n, keys[round] ?? '', query);
    const perRequest = (micros: number) => micros / conferences / 1_000;
    return [
      perRequest((await server.cpuMicros()) - before[0]),
      perRequest((await databaseMicros(cluster.postmaster)) - before[1]),
    ];
  };
  const small = conferences + 1;
  for (let n = 0; n < WARM_UP_REQUESTS; n++)
    await ask(small, keys[n % keys.length] ?? '', n % 2 === 0 ? '' : SERIES);

  const rounds = options.quick ? ROUNDS.quick : ROUNDS.whole;
  const mean = async (query: string, first: number) => {
    const costs: (readonly [number, number])[] = [];
    for (let n = 0; n < rounds; n++) costs.push(await cost(first + n, query));
    const sumOf = (place: 0 | 1) => costs.reduce((sum, spent) => sum + spent[place], 0);
    return [sumOf(0) / rounds, sumOf(1) / rounds] as const;
  };
  const title = `statistics of ${attendees.toLocaleString('en')} attendees, CPU`;
  return [
    figureOf(`${title} with connections`, await cost(0, ''), mustMs),
    figureOf(title, await mean('', 1), mustMs),
    // A process reads it once a second, for all consoles.
    figureOf(`${title} with a series of 396 points`, await mean(SERIES, 1 + rounds), 3 * mustMs),
  ];
}

const figureOf = (
  title: string,
  [server, database]: readonly [number, number],
  must: number,
): Figure => ({
  title,
  value: server + database,
  goal: { better: 'less', unit: 'ms', must, stretch: must / 2 },
  detail: `${server.toFixed(1)} + ${database.toFixed(1)} ms, of the service and PostgreSQL`,
});

/**
 * Conferences whose attendees are the same users, each with 20 ticket types, 5 connections a user, 50
 * events and 10 quests; and a small one. Returns a key for each round.
 */
async function createData(
  client: pg.Client,
  { attendees, conferences }: Pick<Size, 'attendees' | 'conferences'>,
): Promise<string[]> {
  for (const statement of [
    `insert into users (messenger_id, messenger_first_name, last_seen_at)
     select n, 'Person ' || n, now() from generate_series(1, ${attendees}) n`,
    `insert into conferences (slug, name, starts_on, ends_on, timezone, status, published_at)
     select 'c' || n, 'Conference ' || n, '2090-05-14', '2090-05-16', 'Europe/Berlin', 'published', now()
       from generate_series(1, ${conferences + 1}) n`,
    `insert into conference_attendances (conference_id, user_id, status, ticket_type, registered_at,
       checked_in_at)
     select c, n, case when n % 2 = 0 then 'checked_in' when n % 19 = 0 then 'waitlisted'
                       else 'registered' end, 'Ticket ' || n % 20,
            timestamptz '2090-05-14 08:00' + n % 1440 * interval '1 minute',
            case when n % 2 = 0 then timestamptz '2090-05-14 08:00' + n % 600 * interval '1 minute' end
       from generate_series(1, ${conferences}) c, generate_series(1, ${attendees}) n`,
    `insert into conference_invitations (conference_id, messenger_id, has_seat, ticket_type)
     select c, 1000000 + n, true, 'Ticket ' || n % 20
       from generate_series(1, ${conferences}) c, generate_series(1, ${attendees / 10}) n`,
    `insert into connections (requester_id, recipient_id, status, responded_at)
     select n, n + k, 'accepted', timestamptz '2090-05-14 08:00' + n % 1440 * interval '1 minute'
       from generate_series(1, ${attendees}) n, generate_series(1, 5) k where n + k <= ${attendees}`,
    `insert into events (slug, conference_id, title, starts_at, ends_at, timezone, status, source)
     select 'e' || c || '-' || n, c, 'Event', '2090-05-14', '2090-05-15', 'UTC',
            case when n % 5 = 0 then 'pending' else 'approved' end, 'admin'
       from generate_series(1, ${conferences}) c, generate_series(1, 50) n`,
    `insert into quests (slug, title, conference_id, is_active)
     select 'q' || c || '-' || n, 'Quest', c, true
       from generate_series(1, ${conferences}) c, generate_series(1, 10) n`,
    `insert into quest_tasks (quest_id, title, type) select id, 'Photo', 'photo' from quests`,
    `insert into user_quests (quest_id, user_id, status, source, started_at, completed_at, active_at)
     select q.id, n, case when n % 2 = 0 then 'completed' else 'in_progress' end, 'self', now(),
            case when n % 2 = 0
                 then timestamptz '2090-05-14 08:00' + n % 1440 * interval '1 minute' end, now()
       from quests q, generate_series(1, ${attendees / 10}) n`,
    `insert into user_quest_tasks (task_id, quest_id, user_id, status, source, submitted_at)
     select t.id, t.quest_id, n, 'pending', 'self', now()
       from quest_tasks t, generate_series(1, ${attendees / 100}) n`,
    `insert into notification_jobs (title, body, audience, channels, status, failure_reason,
       scheduled_at, started_at, finished_at)
     select 'Doors open', 'Good morning', jsonb_build_object('conference_ids', jsonb_build_array(n)),
            '{in_app}', 'failed', 'error', now(), now(), now()
       from generate_series(1, ${conferences}) n`,
  ])
    await client.query(statement);
  const keys: string[] = [];
  const all = Array.from({ length: conferences + 1 }, (_, n) => n + 1);
  for (let round = 0; round <= 2 * ROUNDS.whole; round++)
    keys.push(await createKey(client, [...all, 1_000 + round]));
  await client.query('vacuum analyze');
  return keys;
}

export async function createKey(
  client: pg.Client,
  conference_ids: readonly number[],
): Promise<string> {
  const publicId = newPublicId();
  const secret = newSecret(publicId);
  await client.query(
    `with key as (
       insert into api_keys (public_id, name, scopes, conference_ids)
       values ($1, 'bench', '{*}', $2) returning id)
     insert into api_key_secrets (key_id, hash) select id, $3 from key`,
    [publicId, conference_ids, createHash('sha256').update(secret).digest()],
  );
  return secret;
}
