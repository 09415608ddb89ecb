import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { DatabaseClock } from '../db/database-clock.ts';
import type { PoolWatch } from '../db/database-health.ts';
import type { DatabaseProbe } from '../db/database-look.ts';
import type { Replica } from '../db/replica.ts';
import type { Listener } from '../http/listener.ts';
import type { ResponseCache } from '../http/response-cache.ts';
import type { Overload } from '../overload.ts';
import { classOf, type Metrics } from './metrics.ts';
import type { Pool } from './status.ts';

/** What a process has before its database answers. */
interface Starting {
  readonly build: Readonly<Record<'version' | 'commit' | 'role', string>>;
  readonly messagesPerSecond: number;
  readonly listener: Pick<Listener, 'inProgress'>;
  readonly probe: Pick<DatabaseProbe, 'last'>;
  isDraining(): boolean;
}

/** What a process has once it is connected. */
export interface Connected {
  /** Emits the errors of statements. */
  readonly db: {
    on(event: 'query-error', observe: (error: { readonly code?: unknown }) => void): unknown;
  };
  readonly clock: Pick<DatabaseClock, 'skewMs'>;
  readonly pool: Pick<PoolWatch, 'connections' | 'waiting' | 'expectedMs'>;
  readonly overload: Pick<Overload, 'loopDelayMs'>;
  readonly replica: Pick<Replica, 'lagMs' | 'reads'> | undefined;
}

/** Reads the process itself, which is in memory, at each scrape. */
export function readProcess(metrics: Metrics, process_: Starting): void {
  const { build, listener, probe, messagesPerSecond, isDraining } = process_;
  metrics.set('hallway_build_info', 1, build);
  metrics.set('hallway_messages_per_second_limit', messagesPerSecond, {});
  metrics.readAtScrape(() => {
    const { user, system } = process.cpuUsage();
    metrics.setTotal('hallway_process_cpu_seconds_total', (user + system) / 1e6, {});
    metrics.set('hallway_process_memory_bytes', process.memoryUsage.rss(), {});
    metrics.set('hallway_draining', Number(isDraining()), {});
    const { requests, streams } = listener.inProgress();
    metrics.set('hallway_http_requests_in_flight', requests, {});
    const open = [...streams].map(([endpoint, count]) => [{ endpoint }, count] as const);
    metrics.setAll('hallway_http_open_streams', open);
    readProbe(metrics, probe);
  });
}

function readProbe(metrics: Metrics, { last }: Starting['probe']): void {
  if (!last) return;
  const found = last.found ? [last.found] : [];
  metrics.set('hallway_database_up', Number(last.isUp), {});
  metrics.set('hallway_database_look_seconds', last.ms / 1_000, {});
  metrics.setAll(
    'hallway_schema_applied_migrations',
    found.map(({ applied }) => [{}, applied]),
  );
  metrics.setAll(
    'hallway_schema_pending_migrations',
    found.map(({ pending }) => [{}, pending.length]),
  );
}

/** The connections of a pool, and who waits for one. */
export const poolOf = ({ pool }: Pick<Connected, 'pool'>): Pool => ({
  ...pool.connections,
  waiting: pool.waiting,
  wait_ms: Math.round(pool.expectedMs()),
});

/** Reads the pool, the clock and the event loop at each scrape, and counts failed statements. */
export function readConnections(metrics: Metrics, connected: Connected): void {
  const { db, clock, overload } = connected;
  db.on('query-error', ({ code }) =>
    metrics.count('hallway_statement_errors_total', { class: errorClassOf(code) }),
  );
  metrics.readAtScrape(() => {
    const { wait_ms, waiting, used, free, limit } = poolOf(connected);
    metrics.setAll(
      'hallway_pool_connections',
      Object.entries({ used, free, limit }).map(([state, count]) => [{ state }, count]),
    );
    metrics.set('hallway_pool_waiting', waiting, {});
    metrics.set('hallway_pool_wait_seconds', wait_ms / 1_000, {});
    metrics.set('hallway_clock_skew_seconds', clock.skewMs / 1_000, {});
    metrics.set('hallway_event_loop_delay_seconds', overload.loopDelayMs / 1_000, {});
    if (connected.replica) readReplica(metrics, connected.replica);
  });
}

function readReplica(metrics: Metrics, { lagMs, reads }: NonNullable<Connected['replica']>): void {
  const lags = Number.isFinite(lagMs) ? [[{}, lagMs / 1_000] as const] : [];
  metrics.setAll('hallway_replica_lag_seconds', lags);
  for (const [to, count] of Object.entries(reads)) {
    metrics.setTotal('hallway_replica_reads_total', count, { to });
  }
}

/** The first two characters of an SQLSTATE, which has five; codes of the network are longer. */
const errorClassOf = (code: unknown): string =>
  typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : 'none';

/** Reads the response cache at each scrape. */
export function readResponseCache(
  metrics: Metrics,
  responses: Pick<ResponseCache, 'bytes' | 'requests'>,
): void {
  metrics.readAtScrape(() => {
    for (const [result, count] of Object.entries(responses.requests)) {
      metrics.setTotal('hallway_kept_answers_total', count, { result });
    }
    metrics.set('hallway_kept_answers_bytes', responses.bytes, {});
  });
}

/** The classes of hosts by their origin. */
export type Hosts = ReadonlyMap<string, string>;

/** What Node.js and undici publish of a request of this process. */
interface Published {
  readonly request: {
    /** Of undici. */
    readonly origin?: string | URL;
    /** Of Node.js. */
    readonly protocol?: string;
    getHeader?(name: string): unknown;
  };
  readonly response?: { readonly statusCode?: number };
}

const ANSWERED = ['undici:request:headers', 'http.client.response.finish'] as const;
const FAILED = ['undici:request:error', 'http.client.request.error'] as const;

/**
 * Counts the calls to other systems, until it is disposed. Node.js and undici publish each request, so
 * that no integration counts its own, and none is forgotten.
 */
export function countOutsideCalls(metrics: Metrics, hosts: Hosts): Disposable {
  const calls = new DisposableStack();
  const count = (request: Published['request'], answered: string) => {
    const host = hosts.get(originOf(request)) ?? 'other';
    metrics.count('hallway_outside_calls_total', { host, class: answered });
  };
  const listen = (names: readonly string[], observe: (published: Published) => void) => {
    const observed = (published: unknown) => observe(published as Published);
    for (const name of names) {
      subscribe(name, observed);
      calls.defer(() => void unsubscribe(name, observed));
    }
  };
  listen(ANSWERED, ({ request, response }) => count(request, classOf(response?.statusCode ?? 0)));
  listen(FAILED, ({ request }) => count(request, 'error'));
  return calls;
}

const originOf = (request: Published['request']): string =>
  String(request.origin ?? `${request.protocol}//${request.getHeader?.('host')}`);
