import type { DeliveryStatus } from '../messaging/deliveries.ts';
import type { EndpointHealth } from './webhook-endpoints.ts';
import type { MessageKind } from './webhook-kinds.ts';

/** Those that a replay sends again. */
export const ENDED_STATUSES = ['sent', 'failed', 'skipped'] as const;
export type EndedStatus = (typeof ENDED_STATUSES)[number];

/** `restored`: it was due in the backup from which the database was restored. */
export const SKIP_REASONS = ['endpoint_off', 'restored'] as const;
type SkipReason = (typeof SKIP_REASONS)[number];

/** Why a call has no answer. Callers learn nothing more of the network of this service. */
export const CALL_ERRORS = ['timeout', 'refused', 'tls', 'dns', 'address'] as const;
export type CallError = (typeof CALL_ERRORS)[number];

/** What a call resulted in. */
export type CallOutcome =
  | { readonly status: number; readonly retryAfterSeconds?: number | undefined }
  | { readonly error: CallError };

/** What is stored of a call; `ms` is its duration. */
export type CallAnswer = { readonly at: string; readonly ms: number } & (
  | { readonly status: number }
  | { readonly error: CallError }
);

/** A delivery as administrators see it. */
export interface WebhookDelivery {
  readonly message_id: string;
  readonly kind: MessageKind;
  readonly status: DeliveryStatus;
  readonly reason: SkipReason | null;
  readonly attempts: number;
  /** The next call; null unless it is queued. */
  readonly due_at: string | null;
  /** Of the last 8 calls, the oldest first. */
  readonly answers: readonly CallAnswer[];
  readonly sent_at: string | null;
  readonly created_at: string;
}

/** The delays after each call, in seconds: 24 hours in all. After the last one a delivery has failed. */
const DELAYS_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 23_100] as const;
/** Each delay is up to a tenth longer or shorter, so that deliveries of one moment do not return together. */
const JITTER = 0.1;
/** An endpoint that fails is tried this often. */
const PROBE_S = 600;
/** Of `Retry-After`. */
const MAX_RETRY_AFTER_S = 3_600;
/** Failures in a row, after which one delivery at a time is tried. */
const MAX_FAILURES = 10;
/** The largest smallint. */
const MOST_FAILURES = 32_767;

export type DeliveryResult =
  | { readonly status: 'sent' | 'failed' }
  | { readonly status: 'queued'; readonly delayMs: number }
  | { readonly status: 'skipped'; readonly reason: 'endpoint_off' };

/** The statuses after a call. */
export interface AfterCall {
  readonly delivery: DeliveryResult;
  /** Undefined if it does not change. */
  readonly endpoint: EndpointHealth | undefined;
}

interface Called {
  /** The calls of the delivery, with this one. */
  readonly attempts: number;
  readonly endpoint: EndpointHealth;
  readonly now: Date;
  /** From 0 to 1. */
  readonly random: number;
}

/** What follows from a call for the delivery and for its endpoint, which is locked. */
export function afterCall(outcome: CallOutcome, called: Called): AfterCall {
  const { endpoint } = called;
  const isOff = endpoint.status === 'off';
  if ('status' in outcome && outcome.status >= 200 && outcome.status <= 299) {
    const isHealthy = isOff || endpoint.failures === 0;
    return { delivery: { status: 'sent' }, endpoint: isHealthy ? undefined : HEALTHY };
  }
  if ('status' in outcome && outcome.status === 410) {
    return { delivery: { status: 'failed' }, endpoint: isOff ? undefined : GONE };
  }
  if (isOff) {
    return { delivery: { status: 'skipped', reason: 'endpoint_off' }, endpoint: undefined };
  }
  const failures = Math.min(endpoint.failures + 1, MOST_FAILURES);
  const isFailing = endpoint.status === 'failing' || failures >= MAX_FAILURES;
  const failing_since = isFailing ? (endpoint.failing_since ?? called.now.toISOString()) : null;
  return {
    delivery: retried(outcome, called, isFailing),
    endpoint: {
      status: isFailing ? 'failing' : 'active',
      off_reason: null,
      failing_since,
      failures,
    },
  };
}

const HEALTHY: EndpointHealth = {
  status: 'active',
  off_reason: null,
  failing_since: null,
  failures: 0,
};
const GONE: EndpointHealth = { ...HEALTHY, status: 'off', off_reason: 'gone' };

/** The delivery of an endpoint that fails is never the last one tried: it shows when the endpoint is back. */
function retried(
  outcome: CallOutcome,
  { attempts, random }: Called,
  isFailing: boolean,
): DeliveryResult {
  const scheduled = DELAYS_S[attempts - 1];
  if (scheduled === undefined && !isFailing) return { status: 'failed' };
  const seconds = isFailing ? Math.min(scheduled ?? PROBE_S, PROBE_S) : (scheduled ?? PROBE_S);
  const jittered = seconds * (1 - JITTER + 2 * JITTER * random);
  return { status: 'queued', delayMs: 1_000 * Math.max(jittered, askedFor(outcome)) };
}

/** The seconds for which a receiver asks to be left alone. */
function askedFor(outcome: CallOutcome): number {
  const isAsking = 'status' in outcome && (outcome.status === 429 || outcome.status === 503);
  return isAsking ? Math.min(outcome.retryAfterSeconds ?? 0, MAX_RETRY_AFTER_S) : 0;
}

/** For how long an endpoint may fail without a success. */
const MAX_FAILING_MS = 24 * 3_600_000;

export const hasFailedForLong = (
  { status, failing_since }: Pick<EndpointHealth, 'status' | 'failing_since'>,
  now: Date,
): boolean =>
  status === 'failing' &&
  failing_since !== null &&
  now.getTime() - Date.parse(failing_since) >= MAX_FAILING_MS;
