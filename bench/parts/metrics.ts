import type pg from 'pg';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { sendLoad } from '../harness/load.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { WITHOUT_KEPT_ANSWERS } from '../harness/service.ts';
import { type Run, startService } from '../run.ts';

const EVENTS = 500;
const CONNECTIONS = 10;
const WARM_UP_REQUESTS = 4_000;
/** Two processes of the same code differ by more than the metrics cost. */
const WHOLE = { processes: 10, rounds: 4, requests: 6_000 };
const QUICK = { processes: 2, rounds: 4, requests: 3_000 };
/** A port of the system's choice: nothing reads the metrics here. */
const WITH_METRICS = { METRICS_PORT: '0' };

/**
 * The CPU time of `GET /events/:id` in a process that counts for metrics by that of one that does not, in
 * rounds in turn, each of ten pairs of processes.
 */
export async function measureMetrics(run: Run): Promise<Figure[]> {
  const { processes, rounds, requests } = run.options.quick ? QUICK : WHOLE;
  const database = await run.cluster.create('bench_metrics');
  await withClient(database, createData);
  const settings = { DATABASE_URL: database, ROLE: 'api', ...WITHOUT_KEPT_ANSWERS };
  const costs = { plain: [] as number[], counting: [] as number[] };
  for (let nth = 0; nth < processes; nth++) {
    const servers = {
      plain: await startService(run, settings),
      counting: await startService(run, { ...settings, ...WITH_METRICS }),
    };
    for (const server of Object.values(servers)) await costOf(server, WARM_UP_REQUESTS);
    for (let round = 0; round < rounds; round++) {
      // Forward and backward, so that neither always follows the other.
      const kinds =
        round % 2 === 0 ? (['plain', 'counting'] as const) : (['counting', 'plain'] as const);
      for (const kind of kinds) costs[kind].push(await costOf(servers[kind], requests));
    }
    for (const server of Object.values(servers)) await server.stop();
  }
  await run.cluster.drop('bench_metrics');
  const [without, counted] = [cheapestOf(costs.plain), cheapestOf(costs.counting)];
  return [
    {
      title: '`GET /events/:id` with metrics, CPU of the service by that without',
      value: counted / without,
      goal: { better: 'less', unit: '×', must: 1.02, stretch: 1.01 },
      detail: `${counted.toFixed(1)} and ${without.toFixed(1)} µs, the cheapest fourth of ${costs.plain.length} rounds of each, in ${processes} processes; medians ${median(costs.counting).toFixed(1)} and ${median(costs.plain).toFixed(1)} µs`,
    },
  ];
}

/** The mean of the cheapest fourth: the others measure what else the machine does. */
function cheapestOf(costs: readonly number[]): number {
  const cheapest = costs.toSorted((a, b) => a - b).slice(0, Math.ceil(costs.length / 4));
  return cheapest.reduce((sum, cost) => sum + cost, 0) / cheapest.length;
}

const createData = (client: pg.Client) =>
  client.query(
    `insert into events (slug, title, description, starts_at, ends_at, timezone, status, source)
     select 'e' || n, 'Event ' || n, repeat('From the loom to the store. ', 25),
            now() + interval '1 day', now() + interval '2 days', 'UTC', 'approved', 'admin'
       from generate_series(1, ${EVENTS}) n`,
  );

/** Microseconds of a request. */
async function costOf(server: ServerProcess, requests: number): Promise<number> {
  let nth = 0;
  const setupRequest = (request: object) => {
    nth += 1;
    return { ...request, method: 'GET' as const, path: `/api/v1/events/${1 + (nth % EVENTS)}` };
  };
  const load = { url: server.url, requests: [{ setupRequest }], status: 200 };
  const before = await server.cpuMicros();
  await sendLoad({ ...load, connections: CONNECTIONS }, { requests });
  return ((await server.cpuMicros()) - before) / requests;
}
