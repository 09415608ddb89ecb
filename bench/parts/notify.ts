import type autocannon from 'autocannon';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { sendLoad } from '../harness/load.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { tokenIssuer } from '../harness/service.ts';
import { type Run, startService } from '../run.ts';

const CLIENTS = 32;
const USERS = 20_000;
/** Short rounds, so that other processes disturb both sides alike. */
const REQUESTS = 250;
const WARM_UP_REQUESTS = 1_500;

const tokenOf = tokenIssuer();

/**
 * 32 clients send connection requests to two processes in turn: one has a database of its own whose
 * `pg_notify` does nothing. Each client has a connection to PostgreSQL, so that commits could wait for
 * each other's NOTIFY.
 */
export async function measureNotify(run: Run): Promise<Figure[]> {
  const sides = [await startSide(run, 'bench_notify'), await startSide(run, 'bench_notify_off')];
  const rates = await ratesOf(sides, run.options.quick ? 10 : 40);
  for (const { stop } of sides) await stop();
  await run.cluster.drop('bench_notify');
  await run.cluster.drop('bench_notify_off');
  const [notifying = 0, without = 0] = rates;
  return [
    {
      title: `${CLIENTS} clients connecting, rate by that without NOTIFY`,
      value: notifying / without,
      goal: { better: 'more', unit: '×', must: 0.9, stretch: 0.95 },
      detail: `${Math.round(notifying)} and ${Math.round(without)} requests per second`,
    },
  ];
}

async function startSide(run: Run, name: string): Promise<ServerProcess> {
  const database = await run.cluster.create(name);
  await withClient(database, async (client) => {
    await client.query(
      `insert into users (messenger_id, messenger_first_name, messenger_reachable, last_seen_at)
       select 1000000 + n, 'First ' || n, true, now() from generate_series(1, ${USERS}) n`,
    );
    await client.query('vacuum analyze');
    if (name.endsWith('_off')) await client.query(WITHOUT_NOTIFY);
  });
  const settings = { ROLE: 'api', DATABASE_POOL_SIZE: `${CLIENTS}` };
  return startService(run, { DATABASE_URL: database, ...settings });
}

/** A replaced body would have no effect: PostgreSQL calls its own functions by their number. */
const WITHOUT_NOTIFY = `
  set allow_system_table_mods = on;
  alter function pg_catalog.pg_notify(text, text) rename to pg_notify_away;
  create function pg_catalog.pg_notify(text, text) returns void language sql as ''`;

/** The median rate of each side over `rounds`. */
async function ratesOf(sides: readonly ServerProcess[], rounds: number): Promise<number[]> {
  const rates = sides.map((): number[] => []);
  const loads = sides.map(({ url }) => ({
    url,
    requests: requests(),
    status: 201,
    connections: CLIENTS,
  }));
  for (const load of loads) await sendLoad(load, { requests: WARM_UP_REQUESTS });
  for (let round = 0; round < rounds; round++) {
    for (const [side, load] of loads.entries()) {
      const { requestsPerSecond } = await sendLoad(load, { requests: REQUESTS });
      rates[side]?.push(requestsPerSecond);
    }
  }
  return rates.map(median);
}

/** Another pair each time, and a user sends at most one request a lap. */
function requests(): autocannon.Request[] {
  let nth = 0;
  return [
    {
      setupRequest: (request) => {
        nth += 1;
        const lap = Math.floor(nth / USERS);
        const user = 1 + (nth % USERS);
        return {
          ...request,
          method: 'POST',
          path: '/api/v1/connections',
          headers: { authorization: `Bearer ${tokenOf(user)}`, 'content-type': 'application/json' },
          body: JSON.stringify({ recipient_id: 1 + ((user + USERS / 4 + lap) % USERS) }),
        };
      },
    },
  ];
}
