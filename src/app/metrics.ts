import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { DatabaseProbe } from '../db/database-look.ts';
import { observeRetries } from '../db/retries.ts';
import { type Listener, listen } from '../http/listener.ts';
import { jobEnded } from '../lib/observations.ts';
import { VERSION } from '../lib/version.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { countObservations, Metrics } from '../metrics/metrics.ts';
import { metricsServer } from '../metrics/metrics-server.ts';
import {
  type Connected,
  countOutsideCalls,
  poolOf,
  readConnections,
  readProcess,
  readResponseCache,
} from '../metrics/process-metrics.ts';
import { SharedMetrics } from '../metrics/shared-metrics.ts';
import { type LastJob, type Running, type Status, statusOf } from '../metrics/status.ts';

/** Prometheus, and a person beside it. */
const MAX_CONNECTIONS = 100;
const STOP_TIMEOUT_MS = 1_000;
/** The time for which the status waits for the shared state. */
const READ_MS = 2_000;

interface Deps {
  readonly config: Config;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
  /** Of the requests that are measured. */
  readonly listener: Listener;
}

/** Metrics and status of a process, which learns of its parts as they are opened. */
export class ProcessMetrics {
  readonly #deps: Deps;
  readonly #metrics = new Metrics();
  readonly #probe: DatabaseProbe;
  readonly #build;
  #connected: Connected | undefined;
  #app: App | undefined;
  #lastJob: LastJob | undefined;

  /** Serves them from now on, until the end of the shutdown. */
  static async open(deps: Deps, { host, port }: { host: string; port: number }) {
    const opened = new ProcessMetrics(deps);
    const listener = await listen(
      metricsServer({
        contentType: opened.#metrics.contentType,
        text: () => opened.#metrics.text(),
        status: () => opened.#status(),
      }),
      { host, port, maxConnections: MAX_CONNECTIONS, setting: 'METRICS_PORT' },
    );
    deps.lifecycle.onStop(() => listener.close(STOP_TIMEOUT_MS));
    deps.log.info({ port: listener.port, host }, 'metrics: listening');
    return opened;
  }

  private constructor(deps: Deps) {
    const { config, lifecycle, listener } = deps;
    this.#deps = deps;
    this.#build = { version: VERSION, commit: config.commit, role: config.role };
    this.#probe = new DatabaseProbe(config.database.directUrl);
    readProcess(this.#metrics, {
      build: this.#build,
      messagesPerSecond: config.messenger.messagesPerSecond,
      listener,
      probe: this.#probe,
      isDraining: () => lifecycle.isDraining,
    });
    countObservations(this.#metrics);
    countOutsideCalls(this.#metrics, hostsOf(config));
    observeRetries(({ code = 'none' }) =>
      this.#metrics.count('hallway_transaction_retries_total', { code }),
    );
    jobEnded.subscribe(({ job: name, result }) => {
      this.#lastJob = { name, result, at: new Date().toISOString() };
    });
    lifecycle.onStop(async () => this.#probe.close());
  }

  /** Call it when the pool is open. */
  connected(connected: Connected): void {
    this.#connected = connected;
    readConnections(this.#metrics, connected);
  }

  /** Call it when the process has started. */
  started(app: App): void {
    this.#app = app;
    if (app.responses) readResponseCache(this.#metrics, app.responses);
    if (this.#build.role === 'api') return;
    const shared = new SharedMetrics(this.#metrics, () => app.services.sharedState.read());
    this.#deps.lifecycle.onStop(() => shared.close());
  }

  async #status(): Promise<Status> {
    const [database, running] = await Promise.all([this.#probe.look(), this.#running()]);
    const is_draining = this.#deps.lifecycle.isDraining;
    return statusOf({ ...this.#build, is_draining, database, running });
  }

  async #running(): Promise<Running | undefined> {
    if (!this.#connected || !this.#app) return undefined;
    const { sharedState } = this.#app.services;
    // A database that is away must not hold up the status of the rest.
    const shared = await Promise.race([
      sharedState.read().catch(() => undefined),
      sleep(READ_MS, undefined, { ref: false }),
    ]);
    return {
      skew_ms: this.#connected.clock.skewMs,
      pool: poolOf(this.#connected),
      max_pool_wait_ms: this.#deps.config.overload.maxPoolWaitMs,
      shared,
      last_job: this.#lastJob,
    };
  }
}

/** The other systems by their origin: the host of a feed or of an import is `calendar` or `other`. */
function hostsOf({ messenger, partner, enrichment, media, calendars }: Config) {
  const urls = {
    messenger: messenger.apiRoot,
    partner: partner.api?.baseUrl,
    enrichment: enrichment.chat?.baseUrl,
    object_store: media.objects?.endpoint,
    calendar: calendars.feedUrl?.replace(/^webcal:/, 'https:'),
  };
  return new Map(
    Object.entries(urls).flatMap(([host, url]) =>
      url === undefined ? [] : [[new URL(url).origin, host] as const],
    ),
  );
}
