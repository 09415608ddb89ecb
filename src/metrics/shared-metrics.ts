import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedState } from '../domain/operations/shared-state.ts';
import type { GaugeName } from './metric-list.ts';
import type { Metrics } from './metrics.ts';

/** The time between two reads. */
const READ_MS = 15_000;

/** Gauges of one number. */
const NUMBERS = {
  hallway_jobs_dead: ({ dead_jobs }) => dead_jobs,
  hallway_messages_due: ({ messages_due }) => messages_due,
  hallway_messages_oldest_due_seconds: ({ oldest_due_s }) => oldest_due_s,
  hallway_broadcasts_running: ({ running_broadcasts }) => running_broadcasts,
  hallway_mints_open: ({ open_mints }) => open_mints,
  hallway_sources_off: ({ sources_off }) => sources_off,
  hallway_settlements_due: ({ due_settlements }) => due_settlements,
  hallway_webhook_changes: ({ webhook_changes }) => webhook_changes,
  hallway_webhook_oldest_seconds: ({ oldest_webhook_s }) => oldest_webhook_s,
  hallway_webhooks_off: ({ off_webhooks }) => off_webhooks,
  hallway_media_bytes: ({ media_bytes }) => media_bytes,
  hallway_last_backup_timestamp_seconds: ({ last_backup_at }) =>
    last_backup_at === null ? 0 : Date.parse(last_backup_at) / 1_000,
} as const satisfies { readonly [N in GaugeName]?: (state: SharedState) => number };

const namesOf = Object.keys as <T extends object>(of: T) => (keyof T)[];

/**
 * Reads the work of all processes every 15 s, in workers only: a scrape never reaches the database.
 * While it cannot be read, these metrics are absent.
 */
export class SharedMetrics {
  readonly #metrics: Metrics;
  readonly #read: () => Promise<SharedState>;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;

  constructor(metrics: Metrics, read: () => Promise<SharedState>) {
    this.#metrics = metrics;
    this.#read = read;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      // Also while the database is away, which has an alert of its own.
      const now = Date.now() / 1_000;
      this.#metrics.set('hallway_worker_heartbeat_timestamp_seconds', now, {});
      this.#set(await this.#read().catch(() => undefined));
      await sleep(READ_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  #set(state: SharedState | undefined): void {
    const states = state ? [state] : [];
    for (const name of namesOf(NUMBERS)) {
      this.#metrics.setAll(
        name,
        states.map((one) => [{}, NUMBERS[name](one)]),
      );
    }
    const queues = state?.queues ?? [];
    this.#metrics.setAll(
      'hallway_jobs_waiting',
      queues.map(({ name, waiting }) => [{ queue: name }, waiting]),
    );
    this.#metrics.setAll(
      'hallway_jobs_oldest_wait_seconds',
      queues.map(({ name, oldest_wait_s }) => [{ queue: name }, oldest_wait_s]),
    );
    const scopes = ['all', 'broadcasts'] as const;
    this.#metrics.setAll(
      'hallway_messages_paused',
      states.flatMap(({ pause_scope }) =>
        scopes.map((scope) => [{ scope }, Number(scope === pause_scope)] as const),
      ),
    );
  }
}
