/** One metric. The name has the unit; labels hold a few values each, never an id. */
interface Declaration {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  readonly from: Source;
  /** The upper bounds of a histogram. */
  readonly buckets?: readonly number[];
}

/** Where a value comes from. */
export type Source =
  | 'each process, when it happens'
  | 'each process, at the scrape'
  | 'each process, every 15 s'
  | 'each worker, every 15 s';

const EVENT = 'each process, when it happens';
const SCRAPE = 'each process, at the scrape';
const PROBE = 'each process, every 15 s';
const WORKER = 'each worker, every 15 s';

const gauge = <const L extends readonly string[]>(from: Source, help: string, labels: L) =>
  ({ type: 'gauge', from, help, labels }) as const;
const counter = <const L extends readonly string[]>(from: Source, help: string, labels: L) =>
  ({ type: 'counter', from, help, labels }) as const;

/** Every metric of the service. docs/metrics.md and the dashboard are generated from it. */
export const METRICS = {
  hallway_build_info: gauge(SCRAPE, 'The running version, always 1.', [
    'version',
    'commit',
    'role',
  ]),
  hallway_process_cpu_seconds_total: counter(SCRAPE, 'CPU time of the process.', []),
  hallway_process_memory_bytes: gauge(SCRAPE, 'Resident memory of the process.', []),
  hallway_event_loop_delay_seconds: gauge(
    SCRAPE,
    'Mean delay of the event loop over the last half second.',
    [],
  ),
  hallway_draining: gauge(SCRAPE, '1 while the process stops.', []),
  hallway_clock_skew_seconds: gauge(
    SCRAPE,
    'How far the clock of the machine is ahead of the database.',
    [],
  ),

  hallway_http_request_duration_seconds: {
    type: 'histogram',
    from: EVENT,
    help: 'Requests by operation, without streams. 503 is a class of its own: a refusal is no defect.',
    labels: ['endpoint', 'method', 'class'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  },
  hallway_http_streamed_answers_total: counter(
    EVENT,
    'Ended live streams and downloads, whose client sets the pace.',
    ['endpoint', 'class'],
  ),
  hallway_http_requests_in_flight: gauge(
    SCRAPE,
    'Requests without a complete answer, without streams.',
    [],
  ),
  hallway_http_open_streams: gauge(SCRAPE, 'Live streams and downloads that are being sent.', [
    'endpoint',
  ]),
  hallway_http_requests_refused_total: counter(
    EVENT,
    'Refused requests: overload, rate_limit, search, starting. The policy is that of a rate limit.',
    ['reason', 'policy'],
  ),
  hallway_kept_answers_total: counter(
    SCRAPE,
    'Requests of public reads by whether an answer was in memory: hit, miss.',
    ['result'],
  ),
  hallway_kept_answers_bytes: gauge(
    SCRAPE,
    'Memory that is reserved for answers in the response cache.',
    [],
  ),

  hallway_database_up: gauge(PROBE, '1 if the database answers a new connection within 3 s.', []),
  hallway_database_look_seconds: gauge(PROBE, 'Time of that look, with its connection.', []),
  hallway_schema_applied_migrations: gauge(PROBE, 'Migrations of the database.', []),
  hallway_schema_pending_migrations: gauge(
    PROBE,
    'Migrations of this version that the database lacks.',
    [],
  ),
  hallway_pool_connections: gauge(SCRAPE, 'Connections of the pool: used, free, limit.', ['state']),
  hallway_pool_waiting: gauge(SCRAPE, 'Requests for a connection that have none yet.', []),
  hallway_pool_wait_seconds: gauge(SCRAPE, 'The wait of a request that is made now.', []),
  hallway_replica_lag_seconds: gauge(
    SCRAPE,
    'Age of the newest state of the primary that the replica has; absent while there is none.',
    [],
  ),
  hallway_replica_reads_total: counter(
    SCRAPE,
    'Reads that may lag, by where they went: replica, or the primary because of a recent_write of the reader, a replica that is behind or away, or repeated after an error or a refusal of the replica.',
    ['to'],
  ),
  hallway_statement_errors_total: counter(
    EVENT,
    'Failed statements of the pool by the class of their SQLSTATE; `none` without one.',
    ['class'],
  ),
  hallway_transaction_retries_total: counter(
    EVENT,
    'Repeated transactions by SQLSTATE, such as 40P01 for a deadlock.',
    ['code'],
  ),

  hallway_job_runs_total: counter(
    EVENT,
    'Runs of jobs: completed, failed; and jobs that failed for good: dead.',
    ['job', 'result'],
  ),
  hallway_messages_total: counter(
    EVENT,
    'Calls of the messenger that send: sent, failed, or queued to be tried again.',
    ['result'],
  ),
  hallway_message_edits_total: counter(
    EVENT,
    'Calls of the messenger that edit or delete: edited, failed, or due to be tried again.',
    ['result'],
  ),
  hallway_webhook_deliveries_total: counter(
    EVENT,
    'Calls of endpoints of webhooks: sent, failed, skipped, queued to be tried again, or unknown, which are repeated.',
    ['status'],
  ),
  hallway_outside_calls_total: counter(
    EVENT,
    'Answers of other systems by host (messenger, partner, enrichment, object_store, calendar, other) and class; `error` without an answer.',
    ['host', 'class'],
  ),

  hallway_worker_heartbeat_timestamp_seconds: gauge(
    WORKER,
    'When the process last ran its loop, by its own clock.',
    [],
  ),
  hallway_jobs_waiting: gauge(WORKER, 'Jobs that could run now.', ['queue']),
  hallway_jobs_oldest_wait_seconds: gauge(WORKER, 'For how long the oldest of them could run.', [
    'queue',
  ]),
  hallway_sources_off: gauge(
    WORKER,
    'Sources that are switched off, but not by hand: they fail, or nobody has the rights.',
    [],
  ),
  hallway_jobs_dead: gauge(WORKER, 'Jobs that failed for good and wait for a person.', []),
  hallway_messages_due: gauge(WORKER, 'Messages that could be sent now.', []),
  hallway_messages_oldest_due_seconds: gauge(WORKER, 'For how long the oldest of them is due.', []),
  hallway_messages_per_second_limit: gauge(SCRAPE, 'MESSENGER_RATE.', []),
  hallway_messages_paused: gauge(WORKER, '1 while an operator pauses the sending.', ['scope']),
  hallway_broadcasts_running: gauge(WORKER, 'Broadcasts that are being sent.', []),
  hallway_mints_open: gauge(WORKER, 'Mints whose result is not known yet.', []),
  hallway_settlements_due: gauge(WORKER, 'Users whose automatic tasks are settled next.', []),
  hallway_webhook_changes: gauge(WORKER, 'Changes that are no messages of webhooks yet.', []),
  hallway_webhook_oldest_seconds: gauge(
    WORKER,
    'For how long the oldest delivery to an endpoint of webhooks that answers is due.',
    [],
  ),
  hallway_webhooks_off: gauge(
    WORKER,
    'Endpoints of webhooks that the service switched off, until a person decides.',
    [],
  ),
  hallway_media_bytes: gauge(WORKER, 'Stored images and videos, without their variants.', []),
  hallway_last_backup_timestamp_seconds: gauge(
    WORKER,
    'When the last completed backup was taken; 0 without one.',
    [],
  ),
} as const satisfies Readonly<Record<string, Declaration>>;

export type MetricName = keyof typeof METRICS;
type Named<T extends Declaration['type']> = {
  [N in MetricName]: (typeof METRICS)[N]['type'] extends T ? N : never;
}[MetricName];
export type CounterName = Named<'counter'>;
export type GaugeName = Named<'gauge'>;
export type HistogramName = Named<'histogram'>;
/** A value for each label. */
export type LabelsOf<N extends MetricName> = Readonly<
  Record<(typeof METRICS)[N]['labels'][number], string>
>;
