import { type ChangeOutcome, MISCONFIGURED_PAUSE_MS } from './deliveries.ts';

/** The longest delay between two attempts of an edit, which never gives up. */
const MAX_DELAY_MS = 10 * 60_000;

/** The new state of a message after an attempt to edit or delete it. */
export interface EditResult {
  /** `gone`: it can no longer be edited. */
  readonly state: 'standing' | 'gone';
  /** Whether it is now as wanted. */
  readonly is_done: boolean;
  /** The delay before the next attempt; null for the last one. */
  readonly delay_ms: number | null;
  /** False when the messenger did not process the call. Such an attempt is not counted. */
  readonly is_counted: boolean;
  readonly is_unreachable: boolean;
  /** The time during which no process may send. */
  readonly pause_ms: number;
  /** The time during which nothing may be sent to this chat. */
  readonly chat_pause_ms: number;
  /** Whether another message says what this one no longer can. */
  readonly is_lost: boolean;
}

const DONE: EditResult = {
  state: 'standing',
  is_done: true,
  delay_ms: null,
  is_counted: true,
  is_unreachable: false,
  pause_ms: 0,
  chat_pause_ms: 0,
  is_lost: false,
};

/**
 * Returns the state of a message after the `attempts`-th attempt to change it. A failed edit is
 * repeated until it succeeds, and never becomes a new message: a repeated edit does no harm.
 * @param call a deleted message is gone, too
 */
export function resultOfEdit(
  outcome: ChangeOutcome,
  call: 'edit' | 'delete',
  attempts: number,
  retryDelayMs: number,
): EditResult {
  switch (outcome.kind) {
    case 'done':
      return call === 'edit' ? DONE : { ...DONE, state: 'gone' };
    case 'gone':
      return { ...DONE, state: 'gone', is_done: false, is_lost: call === 'edit' };
    case 'refused':
      return {
        ...DONE,
        state: 'gone',
        is_done: false,
        is_unreachable: outcome.reason !== 'rejected',
      };
    case 'failed':
      return {
        ...DONE,
        is_done: false,
        delay_ms: Math.min(MAX_DELAY_MS, retryDelayMs * 2 ** Math.min(attempts - 1, 20)),
      };
    case 'slow_down':
      return later({ chat_pause_ms: outcome.retryAfterSeconds * 1_000 });
    case 'misconfigured':
      return later({ pause_ms: MISCONFIGURED_PAUSE_MS });
  }
}

const later = (pause: Partial<EditResult>): EditResult => ({
  ...DONE,
  is_done: false,
  delay_ms: 0,
  is_counted: false,
  ...pause,
});
