import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { sendLoad } from '../harness/load.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { tokenIssuer, WITH_DEFAULT_LIMITS } from '../harness/service.ts';
import { type Run, startService } from '../run.ts';

const CONNECTIONS = 10;
const WARM_UP_REQUESTS = 500;
const WHOLE = { rounds: 5, requests: 2_000 };
const QUICK = { rounds: 3, requests: 1_000 };
/** Of clients that load the reference as fast as they can. */
const CROWD = 120;
const CROWD_SECONDS = 12;
/** Below the limit of a person. */
const PERSON_A_SECOND = 8;

const REFERENCE = '/api/v1/openapi.json';
const COMPRESSED = { 'accept-encoding': 'gzip, deflate, br' };

interface Route {
  readonly title: string;
  readonly request: autocannon.Request;
  readonly status: number;
}

/** What no endpoint declares; `test/integration/http/routes.test.ts` compares these with the process. */
const ROUTES: readonly Route[] = [
  { title: '`/healthz`', request: { path: '/healthz' }, status: 200 },
  { title: '`/healthz?live`', request: { path: '/healthz?live' }, status: 200 },
  {
    title: '`openapi.json`, compressed',
    request: { path: REFERENCE, headers: COMPRESSED },
    status: 200,
  },
  { title: '`openapi.json`, plain', request: { path: REFERENCE }, status: 200 },
  {
    title: '`openapi.json`, 304',
    request: { path: REFERENCE, headers: { 'if-none-match': '*' } },
    status: 304,
  },
  { title: 'docs page', request: { path: '/api/v1/docs', headers: COMPRESSED }, status: 200 },
  { title: 'console page', request: { path: '/admin/', headers: COMPRESSED }, status: 200 },
  { title: 'redirect to the console', request: { path: '/admin' }, status: 308 },
  { title: 'no route, 404', request: { path: '/api/v1/nothing' }, status: 404 },
  {
    title: 'another method, 405',
    request: { path: '/api/v1/events', method: 'PATCH' },
    status: 405,
  },
  {
    title: 'preflight',
    request: { path: '/api/v1/events', method: 'OPTIONS', headers: { origin: 'https://a.test' } },
    status: 204,
  },
];

/** The CPU time of each route that no endpoint declares, and an attendee beside a crowd at `openapi.json`. */
export async function measureRoutes(run: Run): Promise<Figure[]> {
  const { rounds, requests } = run.options.quick ? QUICK : WHOLE;
  const dist = path.join(run.directory, 'dist');
  await promisify(execFile)(process.execPath, ['scripts/build-pages.ts', dist]);
  const database = await run.cluster.create('bench_routes');
  const server = await startService(run, { DATABASE_URL: database, ROLE: 'api' });
  const figures: Figure[] = [];
  for (const { title, ...load } of [...ROUTES, ...(await assetsIn(dist))]) {
    await costOf(server, load, WARM_UP_REQUESTS);
    const costs: number[] = [];
    for (let round = 0; round < rounds; round++) costs.push(await costOf(server, load, requests));
    figures.push({
      title: `${title}, CPU of the service`,
      value: median(costs),
      goal: { better: 'less', unit: 'µs', must: 500, stretch: 250 },
      detail: `median of ${rounds} rounds of ${requests} requests`,
    });
  }
  await withClient(database, (client) =>
    client.query(`insert into users (messenger_id, messenger_first_name) values (1000001, 'Ada')`),
  );
  await server.stop();
  const limited = await startService(run, {
    ...WITH_DEFAULT_LIMITS,
    DATABASE_URL: database,
    ROLE: 'api',
  });
  figures.push(await besideCrowd(limited));
  await limited.stop();
  await run.cluster.drop('bench_routes');
  return figures;
}

/** The largest script of each page. */
async function assetsIn(dist: string): Promise<Route[]> {
  const routes = { console: '/admin/assets/', reference: '/api/v1/docs/assets/' };
  return Promise.all(
    Object.entries(routes).map(async ([page, prefix]) => {
      const names = await readdir(path.join(dist, page, 'assets'));
      const name = names.find((one) => one.endsWith('.js')) ?? '';
      const request = { path: prefix + name, headers: COMPRESSED };
      return { title: `script of the ${page}`, request, status: 200 };
    }),
  );
}

/** Microseconds of a request. */
async function costOf(
  server: ServerProcess,
  { request, status }: Pick<Route, 'request' | 'status'>,
  requests: number,
): Promise<number> {
  const before = await server.cpuMicros();
  const load = { url: server.url, requests: [request], status, connections: CONNECTIONS };
  await sendLoad(load, { requests });
  return ((await server.cpuMicros()) - before) / requests;
}

/**
 * Some requests a second, beside clients at one address that load the reference without a pause, with the
 * limits of production: until theirs is used up, each request waits for a turn of all others.
 */
async function besideCrowd(server: ServerProcess): Promise<Figure> {
  const headers = { authorization: `Bearer ${tokenIssuer()(1)}` };
  const person = () =>
    autocannon({
      url: server.url,
      requests: [
        { path: '/api/v1/users/me', headers },
        { path: '/api/v1/agenda/my', headers },
      ],
      connections: 1,
      overallRate: PERSON_A_SECOND,
      ignoreCoordinatedOmission: true,
      duration: CROWD_SECONDS - 2,
    });
  const alone = await person();
  const load = { url: server.url, requests: [{ path: REFERENCE, headers: COMPRESSED }] };
  const crowd = autocannon({ ...load, connections: CROWD, duration: CROWD_SECONDS });
  const beside = await person();
  const { requests } = await crowd;
  return {
    title: `an attendee beside ${CROWD} connections at \`openapi.json\`, p50`,
    value: beside.latency.p50,
    goal: { better: 'less', unit: 'ms', must: 10, stretch: 5 },
    detail: `${alone.latency.p50} ms alone; p99 ${beside.latency.p99} ms, non-2xx ${beside.non2xx}; the crowd ${Math.round(requests.average)} a second`,
  };
}
