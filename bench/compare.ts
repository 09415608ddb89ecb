import { setTimeout as sleep } from 'node:timers/promises';
import type autocannon from 'autocannon';
import { databaseMicros } from './harness/cpu.ts';
import { type LoadResult, sendLoad } from './harness/load.ts';
import { medians } from './harness/median.ts';
import type { ServerProcess } from './harness/server-process.ts';
import type { ComparedPath } from './paths.ts';
import { type Run, startBare, startService } from './run.ts';

/** One round on one server, or the medians of several. */
export interface Sample {
  /** CPU time per request, in microseconds. */
  readonly serverMicros: number;
  readonly databaseMicros: number;
  readonly requestsPerSecond: number;
  /** Latencies in milliseconds, at 50 connections. */
  readonly p50: number;
  readonly p99: number;
}

export interface Comparison {
  readonly path: ComparedPath;
  readonly bare: Sample;
  readonly service: Sample;
  /** Server CPU time of the service as a multiple of the bare server's. */
  readonly ratio: number;
  readonly rounds: number;
  /** The memory of the service after its rounds, in bytes. */
  readonly residentBytes: number;
}

/** An answer from the database costs PostgreSQL more than this; background work costs less. */
const LEAST_DATABASE_MICROS = 8;
/**
 * A round in seconds, and the least requests of the warm-up, so that the hot code is compiled also
 * where a busy machine answers few in its time.
 */
const WHOLE = { rounds: 5, seconds: 4, warmUpSeconds: 2, warmUpRequests: 4_000 };
const QUICK = { rounds: 2, seconds: 1, warmUpSeconds: 1, warmUpRequests: 500 };

/**
 * Measures a path on both servers, in turn, each in a new process. The number of requests of a round
 * follows from the warm-up, so that every request is answered within its round.
 * @throws Error when the two answer differently
 */
export async function compare(
  path: ComparedPath,
  run: Run,
  databaseUrl: string,
): Promise<Comparison> {
  const settings = { DATABASE_URL: databaseUrl, ROLE: 'api', ...path.settings };
  const servers = {
    bare: await startBare(run, databaseUrl),
    service: await startService(run, settings),
  };
  try {
    const bareTags = await checkEqual(path, servers);
    const lengths = run.options.quick ? QUICK : WHOLE;
    const { rounds } = lengths;
    const measurements = {
      bare: await prepare(path, servers.bare, { etag: bareTags.bare, ...lengths }),
      service: await prepare(path, servers.service, { etag: bareTags.service, ...lengths }),
    };
    const samples: { bare: Sample[]; service: Sample[] } = { bare: [], service: [] };
    for (let round = 0; round < rounds; round++) {
      for (const server of ['bare', 'service'] as const) {
        samples[server].push(await measure(run, servers[server], measurements[server]));
      }
    }
    const residentBytes = await servers.service.residentBytes();
    return { ...resultOf(path, samples, rounds), residentBytes };
  } finally {
    await servers.service.stop();
    await servers.bare.stop();
  }
}

function resultOf(
  path: ComparedPath,
  samples: { bare: Sample[]; service: Sample[] },
  rounds: number,
): Omit<Comparison, 'residentBytes'> {
  const bare = medians(samples.bare.map((sample) => ({ ...sample })));
  const service = medians(samples.service.map((sample) => ({ ...sample })));
  if (path.uncached && service.databaseMicros < LEAST_DATABASE_MICROS) {
    throw new Error(
      `${path.name}: answered from memory; add the settings that prevent this to WITHOUT_KEPT_ANSWERS`,
    );
  }
  return { path, bare, service, ratio: service.serverMicros / bare.serverMicros, rounds };
}

/** Sends the first request to both and compares the answers. Returns the ETag of each server. */
async function checkEqual(
  path: ComparedPath,
  servers: { readonly bare: ServerProcess; readonly service: ServerProcess },
): Promise<{ bare: string; service: string }> {
  const bare = await firstAnswer(path, servers.bare);
  const service = await firstAnswer(path, servers.service);
  // Two writes have different ids, times and tokens, and nothing else differs. Of a read,
  // only the time of the answer may differ.
  const shown = (body: string) =>
    body.replaceAll(path.isWrite ? /\d+|(?<="token":")[^"]+/g : /(?<="as_of":")[^"]+/g, '0');
  if (shown(bare.body) !== shown(service.body)) {
    throw new Error(
      `${path.name}: the answers differ\nbare:    ${bare.body.slice(0, 2_000)}\nservice: ${service.body.slice(0, 2_000)}`,
    );
  }
  return { bare: bare.etag, service: service.etag };
}

/** Answers that are compared: of a write also the second of a pair, which undoes the first. */
async function firstAnswer(path: ComparedPath, server: ServerProcess) {
  const [first, second] = path.requests('');
  if (!first) throw new Error(`${path.name}: no requests`);
  const context = {};
  const { body, etag } = await answerTo(first, server, context);
  if (!path.isWrite || !second) return { body, etag };
  const undone = await answerTo(second, server, context);
  return { body: `${body}\n${undone.body}`, etag };
}

async function answerTo(given: autocannon.Request, { url }: ServerProcess, context: object) {
  const request =
    given.setupRequest instanceof Function ? given.setupRequest(given, context) : given;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers ?? {}))
    headers.set(name, String(value));
  const res = await fetch(`${url}${request.path}`, {
    method: request.method ?? 'GET',
    headers,
    body: request.body === undefined ? null : String(request.body),
  });
  const body = await res.text();
  if (!res.ok) throw new Error(`${request.path}: ${res.status} ${body}`);
  return { body, etag: res.headers.get('etag') ?? '' };
}

interface Measurement {
  readonly send: (requests: number) => Promise<LoadResult>;
  readonly requests: number;
}

/** Warms up, and finds the number of requests of a round. */
async function prepare(
  path: ComparedPath,
  { url }: ServerProcess,
  { etag, seconds, warmUpSeconds, warmUpRequests }: typeof WHOLE & { readonly etag: string },
): Promise<Measurement> {
  const load = { url, requests: path.requests(etag), status: path.status };
  await sendLoad(load, { requests: warmUpRequests });
  const warm = await sendLoad(load, { seconds: Math.max(seconds, warmUpSeconds) });
  const requests = Math.max(100, Math.round(warm.requestsPerSecond * seconds));
  return { send: (amount) => sendLoad(load, { requests: amount }), requests };
}

async function measure(
  { cluster: { postmaster } }: Run,
  server: ServerProcess,
  { send, requests }: Measurement,
): Promise<Sample> {
  // The requests that the warm-up left behind end.
  await sleep(200);
  const before = [await server.cpuMicros(), await databaseMicros(postmaster)] as const;
  const result = await send(requests);
  const after = [await server.cpuMicros(), await databaseMicros(postmaster)] as const;
  return {
    serverMicros: (after[0] - before[0]) / result.requests,
    databaseMicros: (after[1] - before[1]) / result.requests,
    requestsPerSecond: result.requestsPerSecond,
    p50: result.p50,
    p99: result.p99,
  };
}
