import autocannon from 'autocannon';

/** Of clients, at once. */
const CONNECTIONS = 50;
/** autocannon notices the last answer at the next sample. */
const SAMPLE_MS = 20;

export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

interface Load {
  readonly url: string;
  readonly requests: autocannon.Request[];
  /** The status of every answer, or several. */
  readonly status: number | readonly number[];
  readonly connections?: number;
}

/**
 * Sends requests over 50 connections by default, for a time or a number of requests.
 * @throws Error when an answer has another status or a connection fails
 */
export async function sendLoad(
  { url, requests, status, connections = CONNECTIONS }: Load,
  until: { readonly seconds: number } | { readonly requests: number },
): Promise<LoadResult> {
  const started = performance.now();
  const result = await autocannon({
    url,
    requests,
    connections,
    sampleInt: SAMPLE_MS,
    ...('seconds' in until ? { duration: until.seconds } : { amount: until.requests }),
  });
  const seconds = (performance.now() - started) / 1_000;
  const counts = result.statusCodeStats;
  const expected = [status].flat().map(String);
  const others = Object.keys(counts ?? {}).filter((code) => !expected.includes(code));
  if (others.length > 0 || result.errors > 0) {
    throw new Error(
      `${url}${requests[0]?.path ?? ''}: expected ${status}, got ${JSON.stringify(counts)} and ${result.errors} errors`,
    );
  }
  const answered = result.requests.total;
  return {
    requests: answered,
    requestsPerSecond: answered / seconds,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}
