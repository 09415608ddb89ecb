import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import type { Figure } from '../goals.ts';
import { sendLoad } from '../harness/load.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import type { Run } from '../run.ts';
import type { Call } from './calls.ts';
import { cpuMs, type Headers, SIGNED_IN } from './client.ts';

const ROUNDS = 3;
const WARM_UP = 200;
const REQUESTS = 2_000;

interface Costs {
  readonly title: string;
  readonly anonymous: number;
  readonly signedIn: number;
}

/**
 * Public reads with cached answers, by a client that sends its token, beside one that sends none: in
 * turn. One read costs some ticks of the kernel, so that only the sum of all has a goal.
 */
export async function compareSignedIn(
  run: Run,
  server: ServerProcess,
  { endpoints, calls }: { endpoints: readonly AnyEndpoint[]; calls: readonly Call[] },
): Promise<Figure[]> {
  const all: Costs[] = [];
  for (const { name, auth, cachedUntil } of endpoints) {
    if (auth !== 'public' || !cachedUntil) continue;
    const call = calls.find((candidate) => candidate.name === name);
    if (call) all.push(await costsOf(run, server, call));
  }
  const [anonymous, signedIn] = (['anonymous', 'signedIn'] as const).map((client) =>
    all.reduce((sum, costs) => sum + costs[client], 0),
  ) as [number, number];
  const worst = all.toSorted((a, b) => ratioOf(b) - ratioOf(a))[0];
  return [
    {
      title: `Signed-in public reads beside anonymous ones (${all.length} GETs)`,
      value: signedIn / anonymous,
      goal: { better: 'less', unit: '×', must: 1.2, stretch: 1.2 },
      detail: worst
        ? `worst ${ratioOf(worst).toFixed(2)}: \`${worst.title}\`, ${worst.anonymous.toFixed(0)} and ${worst.signedIn.toFixed(0)} µs of CPU`
        : '',
    },
  ];
}

const ratioOf = ({ anonymous, signedIn }: Costs): number => signedIn / anonymous;

/** Microseconds of CPU time of one request. */
async function costsOf(run: Run, server: ServerProcess, call: Call): Promise<Costs> {
  const costs: Record<'anonymous' | 'signedIn', number[]> = { anonymous: [], signedIn: [] };
  for (const headers of [{}, SIGNED_IN]) await send(server, call, headers, WARM_UP);
  const cost = async (headers: Headers) =>
    ((await cpuMs(run, server, () => send(server, call, headers, REQUESTS))) * 1_000) / REQUESTS;
  for (let n = 0; n < ROUNDS; n++) {
    costs.anonymous.push(await cost({}));
    costs.signedIn.push(await cost(SIGNED_IN));
  }
  return {
    title: call.title,
    anonymous: median(costs.anonymous),
    signedIn: median(costs.signedIn),
  };
}

const send = ({ url }: ServerProcess, call: Call, headers: Headers, requests: number) =>
  sendLoad(
    {
      url,
      requests: [{ method: 'GET', path: `/api/v1${call.target}`, headers: { ...headers } }],
      status: call.answers,
    },
    { requests },
  );
