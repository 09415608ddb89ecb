/**
 * `skipped`: the user was erased or blocked, cannot be reached, or does not want the message, or the
 * broadcast was cancelled (`delivery_skip_reason` in `migrations/schema.sql`, read when a worker claims
 * the delivery). `failed`: refused for good, or after `MAX_ATTEMPTS`. Quiet hours only delay.
 */
export const DELIVERY_STATUSES = ['queued', 'sending', 'sent', 'failed', 'skipped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why a call to the messenger was not made, whatever it asks for. */
type Failure =
  /** Final: the user cannot receive messages from the bot. */
  | { readonly kind: 'refused'; readonly reason: 'blocked' | 'chat_not_found' }
  /** Final: the messenger rejects the message itself. The description is the messenger's. */
  | { readonly kind: 'refused'; readonly reason: 'rejected'; readonly description: string }
  /** A retry may succeed. The call may have taken effect anyway. */
  | {
      readonly kind: 'failed';
      readonly reason: 'server_error' | 'timeout' | 'network' | 'nonsense';
    }
  /** Rate limited by the messenger, for this long. The call took no effect. */
  | { readonly kind: 'slow_down'; readonly retryAfterSeconds: number }
  /** The messenger refuses the bot token or the API address, so every call fails. */
  | { readonly kind: 'misconfigured' };

/** The outcome of one attempt to send a message. */
export type SendOutcome = { readonly kind: 'sent'; readonly message_id: number } | Failure;

/** The outcome of one attempt to edit or delete a message, or to answer a callback. */
export type ChangeOutcome =
  /** It is as wanted, perhaps since an earlier attempt. */
  | { readonly kind: 'done' }
  /** Final: the message was deleted, or can no longer be changed. */
  | { readonly kind: 'gone' }
  | Failure;

/** The first attempt and eight retries, as the product specifies. */
export const MAX_ATTEMPTS = 9;

/** The pause after the messenger refused the credentials. */
export const MISCONFIGURED_PAUSE_MS = 60_000;

/** The new state of a delivery after an attempt. */
export interface AttemptResult {
  readonly status: 'sent' | 'failed' | 'queued';
  readonly reason: string | null;
  /** The delay before the next attempt. */
  readonly delay_ms: number;
  /** False when the messenger did not process the message. Such an attempt is not counted. */
  readonly is_counted: boolean;
  /** True when the user becomes unreachable: no messages until they allow them again. */
  readonly is_unreachable: boolean;
  /** The time during which no process may send. */
  readonly pause_ms: number;
}

/**
 * Returns the state of a delivery after its `attempts`-th attempt.
 * @param retryDelayMs the delay after the first failure; each further failure doubles it
 */
export function resultOfAttempt(
  outcome: SendOutcome,
  attempts: number,
  retryDelayMs: number,
): AttemptResult {
  const final = { delay_ms: 0, is_counted: true, is_unreachable: false, pause_ms: 0 };
  switch (outcome.kind) {
    case 'sent':
      return { ...final, status: 'sent', reason: null };
    case 'refused':
      return {
        ...final,
        status: 'failed',
        reason: outcome.reason,
        is_unreachable: outcome.reason !== 'rejected',
      };
    case 'failed':
      if (attempts >= MAX_ATTEMPTS) return { ...final, status: 'failed', reason: outcome.reason };
      return {
        ...final,
        status: 'queued',
        reason: outcome.reason,
        delay_ms: retryDelayMs * 2 ** (attempts - 1),
      };
    case 'slow_down':
      return paused('slow_down', outcome.retryAfterSeconds * 1_000);
    case 'misconfigured':
      return paused('misconfigured', MISCONFIGURED_PAUSE_MS);
  }
}

const paused = (reason: string, pause_ms: number): AttemptResult => ({
  status: 'queued',
  reason,
  delay_ms: pause_ms,
  is_counted: false,
  is_unreachable: false,
  pause_ms,
});
