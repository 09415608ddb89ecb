import { jobEnded, messengerCalled, requestAnswered, requestRefused } from '../lib/observations.ts';
import type { Metrics } from './metrics.ts';

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
  return subscriptions;
}
