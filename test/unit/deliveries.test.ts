import {
  MAX_ATTEMPTS,
  resultOfAttempt,
  type SendOutcome,
} from '../../src/domain/messaging/deliveries.ts';

const verdict = (outcome: SendOutcome, attempts = 1) => resultOfAttempt(outcome, attempts, 1_000);

describe('after an attempt', () => {
  it('a message that was sent is done with', () => {
    expect(verdict({ kind: 'sent' })).toEqual({
      status: 'sent',
      reason: null,
      delay_ms: 0,
      is_counted: true,
      is_unreachable: false,
      pause_ms: 0,
    });
  });

  it.each([
    [{ kind: 'refused', reason: 'blocked' }, true],
    [{ kind: 'refused', reason: 'chat_not_found' }, true],
    [{ kind: 'refused', reason: 'rejected', description: 'too odd' }, false],
  ] as const)('%j is final; the person unreachable: %s', (outcome, is_unreachable) => {
    expect(verdict(outcome)).toMatchObject({
      status: 'failed',
      reason: outcome.reason,
      is_unreachable,
      pause_ms: 0,
    });
  });

  it('one that failed is tried eight times more, each time after twice as long', () => {
    const verdicts = Array.from({ length: MAX_ATTEMPTS }, (_, n) =>
      verdict({ kind: 'failed', reason: 'server_error' }, n + 1),
    );

    expect(verdicts.slice(0, -1).map(({ status, delay_ms }) => [status, delay_ms])).toEqual(
      [1, 2, 4, 8, 16, 32, 64, 128].map((seconds) => ['queued', seconds * 1_000]),
    );
    expect(verdicts.at(-1)).toMatchObject({ status: 'failed', reason: 'server_error' });
  });

  it.each([
    ['slow_down', { kind: 'slow_down', retryAfterSeconds: 3 }, 3_000],
    ['misconfigured', { kind: 'misconfigured' }, 60_000],
  ] as const)('%s makes everybody wait, and does not count', (reason, outcome, ms) => {
    // Not even on what would have been the last attempt.
    expect(verdict(outcome, MAX_ATTEMPTS)).toEqual({
      status: 'queued',
      reason,
      delay_ms: ms,
      is_counted: false,
      is_unreachable: false,
      pause_ms: ms,
    });
  });
});
