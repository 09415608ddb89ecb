import {
  MAX_ATTEMPTS,
  resultOfAttempt,
  type SendOutcome,
} from '../../../src/domain/messaging/deliveries.ts';

const resultOf = (outcome: SendOutcome, attempts = 1) => resultOfAttempt(outcome, attempts, 1_000);

describe('the result of an attempt', () => {
  it('is final for a sent message', () => {
    expect(resultOf({ kind: 'sent', message_id: 1 })).toEqual({
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
  ] as const)('is final for %j, with is_unreachable: %s', (outcome, is_unreachable) => {
    expect(resultOf(outcome)).toMatchObject({
      status: 'failed',
      reason: outcome.reason,
      is_unreachable,
      pause_ms: 0,
    });
  });

  it('is a retry for a failed message, eight times with a doubled delay', () => {
    const results = Array.from({ length: MAX_ATTEMPTS }, (_, n) =>
      resultOf({ kind: 'failed', reason: 'server_error' }, n + 1),
    );

    expect(results.slice(0, -1).map(({ status, delay_ms }) => [status, delay_ms])).toEqual(
      [1, 2, 4, 8, 16, 32, 64, 128].map((seconds) => ['queued', seconds * 1_000]),
    );
    expect(results.at(-1)).toMatchObject({ status: 'failed', reason: 'server_error' });
  });

  it.each([
    ['slow_down', { kind: 'slow_down', retryAfterSeconds: 3 }, 3_000],
    ['misconfigured', { kind: 'misconfigured' }, 60_000],
  ] as const)('is an uncounted attempt and a pause for %s', (reason, outcome, ms) => {
    // Even after the last counted attempt.
    expect(resultOf(outcome, MAX_ATTEMPTS)).toEqual({
      status: 'queued',
      reason,
      delay_ms: ms,
      is_counted: false,
      is_unreachable: false,
      pause_ms: ms,
    });
  });
});
