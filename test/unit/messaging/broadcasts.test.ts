import { type RecipientGroup, statsOf } from '../../../src/domain/messaging/broadcasts.ts';

const STARTED = { started_at: '2026-05-14T09:00:00.000Z', finished_at: null };

const group = (status: RecipientGroup['status'], given: Partial<RecipientGroup> = {}) => ({
  status,
  reason: null,
  count: 1,
  clicked: 0,
  dismissed: 0,
  ...given,
});

describe('the statistics of a job', () => {
  it('are all zero without recipients', () => {
    expect(statsOf({ started_at: null, finished_at: null }, [], null)).toEqual({
      total: 0,
      queued: 0,
      sent: 0,
      failed: 0,
      skipped: 0,
      clicked: 0,
      dismissed: 0,
      click_rate: 0,
      failures_by_reason: {},
      skipped_by_reason: {},
      started_at: null,
      finished_at: null,
      messages_per_second: null,
    });
  });

  it('add up by status and by reason', () => {
    const groups = [
      group('queued', { count: 5 }),
      group('queued', { count: 2, reason: 'timeout' }),
      group('sending', { count: 3 }),
      group('sent', { count: 60, clicked: 20, dismissed: 7 }),
      group('failed', { count: 4, reason: 'blocked' }),
      group('failed', { count: 1, reason: 'timeout' }),
      group('skipped', { count: 6, reason: 'unreachable', dismissed: 1 }),
      group('skipped', { count: 2, reason: 'muted' }),
    ];

    expect(statsOf(STARTED, groups, 2.5)).toEqual({
      total: 83,
      queued: 10,
      sent: 60,
      failed: 5,
      skipped: 8,
      clicked: 20,
      dismissed: 8,
      click_rate: 0.3333,
      failures_by_reason: { blocked: 4, timeout: 1 },
      skipped_by_reason: { unreachable: 6, muted: 2 },
      ...STARTED,
      messages_per_second: 24,
    });
  });

  it('have a click rate of sent recipients only, since others click in the inbox', () => {
    const groups = [
      group('sent', { count: 4, clicked: 1 }),
      group('skipped', { count: 90, reason: 'unreachable', clicked: 50 }),
    ];
    expect(statsOf(STARTED, groups, 1)).toMatchObject({ clicked: 51, click_rate: 0.25 });
  });

  it.each([
    ['clicks and nothing sent', [group('skipped', { reason: 'muted', clicked: 1 })], 1, 0, 0],
    ['zero seconds', [group('sent', { clicked: 1 })], 0, 1, null],
  ])('never divide by zero: %s', (_what, groups, seconds, click_rate, messages_per_second) => {
    expect(statsOf(STARTED, groups, seconds)).toMatchObject({ click_rate, messages_per_second });
  });
});
