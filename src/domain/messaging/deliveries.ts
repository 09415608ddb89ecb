export const DELIVERY_STATUSES = ['queued', 'sending', 'sent', 'failed', 'skipped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** What came of an attempt to send a message. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  /** Final: this person takes no messages from us. */
  | { readonly kind: 'refused'; readonly reason: 'blocked' | 'chat_not_found' }
  /** Final: something is wrong with the message itself; in the messenger's words. */
  | { readonly kind: 'refused'; readonly reason: 'rejected'; readonly description: string }
  /** It may go better later; the message may have arrived all the same. */
  | {
      readonly kind: 'failed';
      readonly reason: 'server_error' | 'timeout' | 'network' | 'nonsense';
    }
  /** Nobody may send anything for so long; this message has not been sent. */
  | { readonly kind: 'slow_down'; readonly retryAfterSeconds: number }
  /** Our own credentials or address are not right, so this and every other message fails. */
  | { readonly kind: 'misconfigured' };

/** The first attempt and eight more: what the product gives a message that meets failures. */
export const MAX_ATTEMPTS = 9;

/** How long nobody tries after the messenger refused our credentials, in milliseconds. */
const MISCONFIGURED_PAUSE_MS = 60_000;

/** What an outcome makes of its delivery. */
export interface AttemptResult {
  readonly status: 'sent' | 'failed' | 'queued';
  readonly reason: string | null;
  /** How long it waits before it is tried again, in milliseconds. */
  readonly delay_ms: number;
  /** Whether the attempt counts; one that the messenger did not even look at does not. */
  readonly is_counted: boolean;
  /** Whether the person takes no messages until they say that they do. */
  readonly is_unreachable: boolean;
  /** How long all processes wait, in milliseconds. */
  readonly pause_ms: number;
}

/**
 * What becomes of a message after its `attempts`-th attempt.
 * @param retryDelayMs the wait after the first failure; each other one doubles it
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
      return waiting('slow_down', outcome.retryAfterSeconds * 1_000);
    case 'misconfigured':
      return waiting('misconfigured', MISCONFIGURED_PAUSE_MS);
  }
}

const waiting = (reason: string, pause_ms: number): AttemptResult => ({
  status: 'queued',
  reason,
  delay_ms: pause_ms,
  is_counted: false,
  is_unreachable: false,
  pause_ms,
});
