import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  jobEnded,
  messengerCalled,
  requestAnswered,
  requestRefused,
  webhookCalled,
} from '../lib/observations.ts';
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  METRICS,
  type MetricName,
} from './metric-list.ts';

/** The metrics of `METRICS` in the memory of this process, and the usual ones of Node.js. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #counters = new Map<MetricName, Counter>();
  readonly #gauges = new Map<MetricName, Gauge>();
  readonly #histograms = new Map<MetricName, Histogram>();
  readonly #sources: (() => void)[] = [];

  constructor() {
    for (const [name, declared] of Object.entries(METRICS)) {
      const { type, help, labels } = declared;
      const options = { name, help, labelNames: labels, registers: [this.#registry] };
      const key = name as MetricName;
      if (type === 'counter') this.#counters.set(key, new Counter(options));
      else if (type === 'gauge') this.#gauges.set(key, new Gauge(options));
      else {
        const { buckets } = declared;
        this.#histograms.set(key, new Histogram({ ...options, buckets: [...buckets] }));
      }
    }
    // A gauge without labels is 0 from its creation; one that nothing has measured must be absent.
    for (const gauge of this.#gauges.values()) gauge.remove({});
    // `process_*` and `nodejs_*`, by which public dashboards of Node.js work.
    collectDefaultMetrics({ register: this.#registry });
  }

  count<N extends CounterName>(name: N, labels: LabelsOf<N>): void {
    this.#counters.get(name)?.inc(labels);
  }

  /** Sets a counter whose events are counted elsewhere. */
  setTotal<N extends CounterName>(name: N, total: number, labels: LabelsOf<N>): void {
    const counter = this.#counters.get(name);
    counter?.remove(labels);
    counter?.inc(labels, total);
  }

  set<N extends GaugeName>(name: N, value: number, labels: LabelsOf<N>): void {
    this.#gauges.get(name)?.set(labels, value);
  }

  /** Sets a gauge for all values of its labels; those without an entry are absent. */
  setAll<N extends GaugeName>(name: N, values: Iterable<readonly [LabelsOf<N>, number]>): void {
    const gauge = this.#gauges.get(name);
    gauge?.reset();
    gauge?.remove({});
    for (const [labels, value] of values) gauge?.set(labels, value);
  }

  observe<N extends HistogramName>(name: N, value: number, labels: LabelsOf<N>): void {
    this.#histograms.get(name)?.observe(labels, value);
  }

  /** Calls `read` before each scrape. It must not wait for anything. */
  readAtScrape(read: () => void): void {
    this.#sources.push(read);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All metrics in the text format of Prometheus. */
  async text(): Promise<string> {
    for (const read of this.#sources) read();
    return this.#registry.metrics();
  }
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** One text for each class, because the hot path takes one for each request. */
const CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'] as const;
const UNAVAILABLE = 503;

/** The class of a status: `503` by itself, else `2xx` to `5xx`. */
export const classOf = (status: number): string =>
  status === UNAVAILABLE ? '503' : (CLASSES[Math.floor(status / 100)] ?? 'none');

/** Counts what the process publishes about itself, until it is disposed. */
export function countObservations(metrics: Metrics): Disposable {
  const subscriptions = new DisposableStack();
  subscriptions.use(
    requestAnswered.subscribe(({ endpoint = 'none', method = '', status, ms, isStream }) => {
      const answered = classOf(status);
      if (isStream) {
        metrics.count('hallway_http_streamed_answers_total', { endpoint, class: answered });
        return;
      }
      metrics.observe('hallway_http_request_duration_seconds', ms / 1_000, {
        endpoint,
        method: METHODS.has(method) ? method : 'other',
        class: answered,
      });
    }),
  );
  subscriptions.use(
    requestRefused.subscribe(({ reason, policy = '' }) =>
      metrics.count('hallway_http_requests_refused_total', { reason, policy }),
    ),
  );
  subscriptions.use(
    jobEnded.subscribe(({ job, result }) =>
      metrics.count('hallway_job_runs_total', { job, result }),
    ),
  );
  subscriptions.use(
    messengerCalled.subscribe(({ kind, result }) =>
      metrics.count(kind === 'sent' ? 'hallway_messages_total' : 'hallway_message_edits_total', {
        result,
      }),
    ),
  );
  subscriptions.use(
    webhookCalled.subscribe(({ status }) =>
      metrics.count('hallway_webhook_deliveries_total', { status }),
    ),
  );
  return subscriptions;
}
