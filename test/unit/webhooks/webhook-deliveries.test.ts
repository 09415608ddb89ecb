import {
  afterCall,
  type CallOutcome,
  hasFailedForLong,
} from '../../../src/domain/webhooks/webhook-deliveries.ts';
import type { EndpointHealth } from '../../../src/domain/webhooks/webhook-endpoints.ts';

const NOW = new Date('2026-05-14T09:00:00.000Z');
const ACTIVE: EndpointHealth = {
  status: 'active',
  off_reason: null,
  failing_since: null,
  failures: 0,
};
const SINCE = '2026-05-14T08:00:00.000Z';
const FAILING: EndpointHealth = {
  ...ACTIVE,
  status: 'failing',
  failing_since: SINCE,
  failures: 12,
};
const OFF: EndpointHealth = { ...ACTIVE, status: 'off', off_reason: 'by_hand' };

const after = (outcome: CallOutcome, given: object = {}) =>
  afterCall(outcome, { attempts: 1, endpoint: ACTIVE, now: NOW, random: 0.5, ...given });
const delayOf = (outcome: CallOutcome, given: object = {}) => {
  const { delivery } = after(outcome, given);
  return 'delayMs' in delivery ? delivery.delayMs / 1_000 : delivery.status;
};

describe('a success', () => {
  it.each([200, 201, 204, 299])('is any status of 2xx: %d', (status) => {
    expect(after({ status })).toEqual({ delivery: { status: 'sent' }, endpoint: undefined });
  });

  it('makes an endpoint that failed active again', () => {
    for (const endpoint of [FAILING, { ...ACTIVE, failures: 3 }]) {
      expect(after({ status: 204 }, { endpoint }).endpoint).toEqual(ACTIVE);
    }
  });

  it('switches nothing on that is off', () => {
    expect(after({ status: 204 }, { endpoint: OFF })).toEqual({
      delivery: { status: 'sent' },
      endpoint: undefined,
    });
  });
});

describe('410', () => {
  it('switches the endpoint off', () => {
    for (const endpoint of [ACTIVE, FAILING]) {
      expect(after({ status: 410 }, { endpoint })).toEqual({
        delivery: { status: 'failed' },
        endpoint: { ...ACTIVE, status: 'off', off_reason: 'gone' },
      });
    }
  });

  it('changes no other reason', () => {
    expect(after({ status: 410 }, { endpoint: OFF }).endpoint).toBeUndefined();
  });
});

describe('any other answer', () => {
  it.each<[string, CallOutcome]>([
    ['a redirect', { status: 301 }],
    ['an informational one', { status: 199 }],
    ['a client error', { status: 404 }],
    ['a limit', { status: 429 }],
    ['a server error', { status: 500 }],
    ['a timeout', { error: 'timeout' }],
    ['an address that is not public', { error: 'address' }],
  ])('is tried again: %s', (_, outcome) => {
    expect(after(outcome)).toEqual({
      delivery: { status: 'queued', delayMs: 5_000 },
      endpoint: { ...ACTIVE, failures: 1 },
    });
  });

  it('is tried again for 24 hours, then the delivery has failed', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) =>
      delayOf({ status: 500 }, { attempts }),
    );
    expect(delays).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 23_100, 'failed']);
    const seconds = delays.filter((one) => typeof one === 'number');
    expect(seconds.reduce((sum, one) => sum + one)).toBe(24 * 3_600 + 5);
  });

  it('is tried again up to a tenth earlier or later', () => {
    expect(delayOf({ status: 500 }, { attempts: 2, random: 0 })).toBeCloseTo(270);
    expect(delayOf({ status: 500 }, { attempts: 2, random: 1 })).toBeCloseTo(330);
  });

  it.each<[CallOutcome, number, number]>([
    [{ status: 429, retryAfterSeconds: 60 }, 1, 60],
    [{ status: 503, retryAfterSeconds: 60 }, 1, 60],
    [{ status: 500, retryAfterSeconds: 60 }, 1, 5],
    [{ status: 429, retryAfterSeconds: 60 }, 3, 1_800],
    [{ status: 429, retryAfterSeconds: 9_999 }, 1, 3_600],
    [{ status: 429, retryAfterSeconds: undefined }, 1, 5],
  ])('%j after %d calls waits %d s', (outcome, attempts, seconds) => {
    expect(delayOf(outcome, { attempts })).toBe(seconds);
  });

  it('makes the endpoint failing with the tenth in a row', () => {
    const health = (failures: number) =>
      after({ status: 500 }, { endpoint: { ...ACTIVE, failures } }).endpoint;
    expect(health(8)).toEqual({ ...ACTIVE, failures: 9 });
    expect(health(9)).toEqual({
      ...ACTIVE,
      status: 'failing',
      failing_since: NOW.toISOString(),
      failures: 10,
    });
  });

  it('ends in vain for an endpoint that is off', () => {
    expect(after({ error: 'refused' }, { endpoint: OFF })).toEqual({
      delivery: { status: 'skipped', reason: 'endpoint_off' },
      endpoint: undefined,
    });
  });
});

describe('an endpoint that fails', () => {
  it('is tried at least every 10 minutes, and no delivery fails because of it', () => {
    const delays = [1, 2, 3, 7, 8, 200].map((attempts) =>
      delayOf({ status: 500 }, { attempts, endpoint: FAILING }),
    );
    expect(delays).toEqual([5, 300, 600, 600, 600, 600]);
  });

  it('keeps the time since when, and a count that fits its column', () => {
    const most = { ...FAILING, failures: 32_767 };
    expect(after({ error: 'dns' }, { endpoint: most }).endpoint).toEqual(most);
    expect(after({ error: 'dns' }, { endpoint: FAILING }).endpoint).toEqual({
      ...FAILING,
      failures: 13,
    });
  });

  it.each([
    ['failing', 24 * 3_600_000, true],
    ['failing', 24 * 3_600_000 - 1, false],
    ['active', 24 * 3_600_000, false],
  ] as const)('that is %s for %d ms has failed for long: %s', (status, ms, is) => {
    const failing_since = status === 'active' ? null : new Date(NOW.getTime() - ms).toISOString();
    expect(hasFailedForLong({ status, failing_since }, NOW)).toBe(is);
  });
});
