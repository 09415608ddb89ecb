import { createHash } from 'node:crypto';
import type pg from 'pg';
import { newPublicId, newSecret } from '../../src/lib/api-key-secrets.ts';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { databaseMicros } from '../harness/cpu.ts';
import { sendLoad } from '../harness/load.ts';
import { medians } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { ADMIN_API_KEY } from '../harness/service.ts';
import { type Run, startService } from '../run.ts';

const EVENTS = 500;
const CONNECTIONS = 10;
const WARM_UP_REQUESTS = 1_500;
/**
 * Rounds of a second or more, since the kernel tells times in hundredths, and in turn, so that other
 * processes disturb all keys alike.
 */
const WHOLE = { rounds: 12, requests: 2_000 };
const QUICK = { rounds: 6, requests: 1_000 };

const READS = [
  { name: 'a page of events', path: () => '/api/v1/admin/events' },
  { name: 'an event', path: (n: number) => `/api/v1/admin/events/${1 + (n % EVENTS)}` },
];

/** The rights of each stored key, by their title. */
const KEYS = {
  'every scope': { scopes: ['*'], conference_ids: null },
  'one scope': { scopes: ['content:read'], conference_ids: null },
  'one scope in one conference': { scopes: ['content:read'], conference_ids: [1] },
} as const;

/** CPU times of a request, in microseconds. */
type Cost = Readonly<Record<'server' | 'database', number>>;

/**
 * The CPU time of administrators' reads with stored keys by that with a key of `ADMIN_API_KEY`: of one
 * process, which is sent rounds with each key in turn.
 */
export async function measureStoredKey(run: Run): Promise<Figure[]> {
  const database = await run.cluster.create('bench_stored_key');
  const secrets = await withClient(database, createData);
  const server = await startService(run, { DATABASE_URL: database, ROLE: 'api' });
  const figures: Figure[] = [];
  for (const { name, path } of READS) {
    const costs = await costsOf(run, server, { path, keys: [ADMIN_API_KEY, ...secrets] });
    const [configured, ...stored] = costs;
    for (const [place, title] of Object.keys(KEYS).entries()) {
      figures.push(figureOf(`${name} by a stored key, ${title}`, stored[place], configured));
    }
  }
  await server.stop();
  await run.cluster.drop('bench_stored_key');
  return figures;
}

function figureOf(title: string, stored: Cost | undefined, configured: Cost | undefined): Figure {
  if (!stored || !configured) throw new Error(`${title}: not measured`);
  const shown = ({ server, database }: Cost) => `${Math.round(server)} + ${Math.round(database)}`;
  return {
    title,
    value: (stored.server + stored.database) / (configured.server + configured.database),
    goal: { better: 'less', unit: '×', must: 1.05, stretch: 1.02 },
    detail: `${shown(stored)} and ${shown(configured)} µs, of the service and PostgreSQL`,
  };
}

/** Returns the secrets of the keys, in their order. */
async function createData(client: pg.Client): Promise<string[]> {
  await client.query(
    `insert into conferences (slug, name, starts_on, ends_on, timezone, status, published_at)
     values ('bench', 'Bench', '2090-05-14', '2090-05-16', 'UTC', 'published', now())`,
  );
  await client.query(
    `insert into events (slug, conference_id, title, description, starts_at, ends_at, timezone,
       status, source, contact)
     select 'e' || n, 1, 'Event ' || n, repeat('From the loom to the store. ', 25),
            now() + interval '1 day', now() + interval '2 days', 'UTC', 'approved', 'admin', '@ada'
       from generate_series(1, $1::int) n`,
    [EVENTS],
  );
  const secrets: string[] = [];
  for (const { scopes, conference_ids } of Object.values(KEYS)) {
    const publicId = newPublicId();
    const secret = newSecret(publicId);
    await client.query(
      `with key as (
         insert into api_keys (public_id, name, scopes, conference_ids)
         values ($1, 'bench', $2, $3) returning id)
       insert into api_key_secrets (key_id, hash) select id, $4 from key`,
      [publicId, scopes, conference_ids, createHash('sha256').update(secret).digest()],
    );
    secrets.push(secret);
  }
  await client.query('vacuum analyze');
  return secrets;
}

/** The cost of a request with each key: the medians of the rounds. */
async function costsOf(
  { options, cluster }: Run,
  server: ServerProcess,
  { path, keys }: { path: (n: number) => string; keys: readonly string[] },
): Promise<Cost[]> {
  const { rounds, requests } = options.quick ? QUICK : WHOLE;
  const loads = keys.map((key) => loadOf(server.url, path, key));
  const costs = keys.map((): Cost[] => []);
  for (const load of loads) await sendLoad(load, { requests: WARM_UP_REQUESTS });
  for (let round = 0; round < rounds; round++) {
    // Another key comes first in each round.
    for (let turn = 0; turn < keys.length; turn++) {
      const place = (round + turn) % keys.length;
      const load = loads[place];
      if (!load) continue;
      const before = [await server.cpuMicros(), await databaseMicros(cluster.postmaster)] as const;
      await sendLoad(load, { requests });
      costs[place]?.push({
        server: ((await server.cpuMicros()) - before[0]) / requests,
        database: ((await databaseMicros(cluster.postmaster)) - before[1]) / requests,
      });
    }
  }
  return costs.map(medians<keyof Cost>);
}

function loadOf(url: string, path: (n: number) => string, key: string) {
  let nth = 0;
  const headers = { 'X-API-Key': key };
  const setupRequest = (request: object) => {
    nth += 1;
    return { ...request, method: 'GET' as const, path: path(nth), headers };
  };
  return { url, requests: [{ setupRequest }], status: 200, connections: CONNECTIONS };
}
