import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import type { Figure } from '../goals.ts';
import { sendLoad } from '../harness/load.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import type { Run } from '../run.ts';
import type { Call } from './calls.ts';
import { cpuMs, type Headers, SIGNED_IN } from './client.ts';

const ROUNDS = 3;
const WARM_UP = 100;
const REQUESTS = 1_000;

/** Reads with kept answers, by a client that sends its token, beside one that sends none: in turn. */
export async function compareSignedIn(
  run: Run,
  server: ServerProcess,
  { endpoints, calls }: { endpoints: readonly AnyEndpoint[]; calls: readonly Call[] },
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, kept } of endpoints) {
    const call = kept && calls.find((candidate) => candidate.name === name);
    if (call) figures.push(await ratioOf(run, server, call));
  }
  return figures;
}

async function ratioOf(run: Run, server: ServerProcess, call: Call): Promise<Figure> {
  const costs: Record<'anonymous' | 'signedIn', number[]> = { anonymous: [], signedIn: [] };
  for (const headers of [{}, SIGNED_IN]) await send(server, call, headers, WARM_UP);
  for (let n = 0; n < ROUNDS; n++) {
    costs.anonymous.push(await cpuMs(run, server, () => send(server, call, {}, REQUESTS)));
    costs.signedIn.push(await cpuMs(run, server, () => send(server, call, SIGNED_IN, REQUESTS)));
  }
  const [anonymous, signedIn] = [median(costs.anonymous), median(costs.signedIn)];
  return {
    title: `Signed in, \`${call.title}\``,
    value: signedIn / anonymous,
    goal: { better: 'less', unit: '×', must: 1.2, stretch: 1.2 },
    detail: `µs of CPU: ${anonymous.toFixed(0)} anonymous, ${signedIn.toFixed(0)} signed in`,
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
