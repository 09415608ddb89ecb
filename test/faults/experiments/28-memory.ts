import { setTimeout as sleep } from 'node:timers/promises';
import { declaredEndpoints } from '../../support/endpoints.ts';
import { type MalformedRequest, malformedRequests } from '../../support/malformed-requests.ts';
import { memoryOf, TRIMMED_MEMORY, WITH_MEMORY_REPORT } from '../../support/memory-report.ts';
import { atLeast, atMost, type Experiment, exactly } from '../experiment.ts';
import { type Answer, Load } from '../load.ts';
import { handlesOf, type Running } from '../process.ts';
import { aFutureEvent, call, credentials, openSite } from '../site.ts';

const WARM_UP_MS = 60_000;
/** After this time without a request, the service has closed the connections of clients. */
const IDLE_MS = 80_000;
/** The audit log is written each minute, by connections of the pool that close after half of it. */
const COUNTS = { times: 14, everyMs: 5_000 };
const MINUTES = 2;
const BATCH = 500;
const USERS = 200;

export const experiment: Experiment = {
  fault: `${MINUTES} minutes of reads, writes and malformed requests, after one minute of the same`,
  async run() {
    await using site = await openSite();
    const { id } = await aFutureEvent(site);
    const env = { ...TRIMMED_MEMORY, RATE_LIMIT_ENABLED: 'false' };
    await using api = await site.start(env, WITH_MEMORY_REPORT);
    const malformed = malformedUnlessEndless();
    const answered: Answer[][] = [[], []];
    const loadFor = async (ms: number) => {
      await using usual = new Load(4, (nth) =>
        nth % 2
          ? call(api, '/events/attend', { as: 1_000_000 + (nth % USERS), body: { event_id: id } })
          : call(api, '/users?limit=20', { as: 1_000_000 + (nth % USERS) }),
      );
      await using fuzz = new Load(4, async () => {
        const { method, path, headers, body } = malformed();
        return fetch(`${api.url}${path}`, {
          method,
          headers,
          body: body ? Uint8Array.from(body) : null,
        });
      });
      await sleep(ms);
      for (const [n, load] of [usual, fuzz].entries()) {
        await load.stop();
        answered[n]?.push(...load.answers);
      }
      await sleep(IDLE_MS);
      return { memory: await memoryOf(api), handles: await leastHandlesOf(api) };
    };
    const before = await loadFor(WARM_UP_MS);
    const after = await loadFor(MINUTES * 60_000);
    const [usual = [], fuzz = []] = answered;
    return [
      atLeast('usual requests', usual.length, 1_000),
      atLeast('malformed requests', fuzz.length, 1_000),
      exactly('500', [...usual, ...fuzz].filter(({ status }) => status === 500).length, 0),
      atMost(
        'memory without garbage, of 100 after the first minute',
        (100 * after.memory) / before.memory,
        120,
      ),
      atMost('more open handles', after.handles - before.handles, 0),
    ];
  },
};

/** The least of a bit more than a minute. */
async function leastHandlesOf(api: Running): Promise<number> {
  const counted: number[] = [];
  for (let n = 0; n < COUNTS.times; n++) {
    counted.push(await handlesOf(api));
    await sleep(COUNTS.everyMs);
  }
  return Math.min(...counted);
}

/** Malformed requests without end, but for those of live streams, whose answer never ends. */
function malformedUnlessEndless(): () => MalformedRequest {
  const people = Array.from({ length: USERS }, (_, nth) => credentials(500_000 + nth));
  const of = malformedRequests(declaredEndpoints(), {
    people,
    administrators: [credentials('admin')],
    strangers: [{}, { 'X-API-Key': 'wrong' }],
  });
  let seed = 0;
  let batch: MalformedRequest[] = [];
  return () => {
    for (;;) {
      const next = batch.pop();
      if (next && !next.path.includes('stream')) return next;
      if (!next) batch = [...of({ seed: ++seed, count: BATCH })];
    }
  };
}
