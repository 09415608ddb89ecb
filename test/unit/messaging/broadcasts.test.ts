import { audienceRows, editedRows, filtersOf } from '../../../src/domain/messaging/audiences.ts';
import { recallStatsOf } from '../../../src/domain/messaging/broadcast-recalls.ts';
import {
  countsOf,
  type RecipientGroup,
  statsOf,
} from '../../../src/domain/messaging/broadcast-stats.ts';
import { checkSchedule } from '../../../src/domain/messaging/broadcasts.ts';

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
      too_soon: 0,
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
      too_soon: 0,
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

it('the counts of a job are those of its own unsent recipients', () => {
  const unsent = [
    { job_id: 7, status: 'queued', count: 3 },
    { job_id: 7, status: 'sending', count: 1 },
    { job_id: 7, status: 'failed', count: 2 },
    { job_id: 7, status: 'skipped', count: 5 },
    { job_id: 8, status: 'queued', count: 50 },
  ] as const;
  const counts = { queued: 4, failed: 2, skipped: 5, sent: 9 };
  expect(countsOf({ id: 7, total: 20 }, unsent)).toEqual(counts);
});

it('a recall has its recipients by state, and failures by reason', () => {
  const of = (
    state: 'pending' | 'recalled' | 'failed' | null,
    count: number,
    reason: string | null = null,
  ) => ({ state, reason, count });
  const groups = [
    of('recalled', 3),
    of('recalled', 4),
    of('pending', 2),
    of('failed', 1, 'too_old'),
    of('failed', 5, 'blocked'),
    of(null, 9),
  ];
  expect(recallStatsOf(groups)).toEqual({
    ...{ recalled: 7, recall_pending: 2, recall_failed: 6 },
    recall_failures_by_reason: { too_old: 1, blocked: 5 },
  });
});

it.each([
  ['2030-05-01T08:59:00.000Z', undefined],
  ['2030-05-01T08:58:59.999Z', { code: 'future', params: {} }],
  ['2031-05-02T09:00:00.000Z', undefined],
  ['2031-05-02T09:00:00.001Z', { code: 'too_far', params: { days: 365 } }],
])('at 9:00 a broadcast at %s is refused as %j', (scheduled_at, why) => {
  const check = () => checkSchedule(scheduled_at, new Date('2030-05-01T09:00:00.000Z'));
  if (!why) expect(check).not.toThrow();
  else
    expect(check).toThrow(expect.objectContaining({ errors: [{ field: 'scheduled_at', ...why }] }));
});

it.each([
  [{ all: true }, {}, { conference: null }],
  [{ spreadsheet: true }, {}, { conference: null }],
  [{ interests: ['tea'] }, {}, { conference: null }],
  [
    { conference_ids: [1], event_ids: [2], quest_id: 3 },
    { conference: [1], event: [2], quest: 3 },
    { conference: [1], event: [2], quest: 3 },
  ],
] as const)('the audience %j is about %j, and its edit about %j', (audience, rows, edited) => {
  expect(audienceRows(audience)).toEqual(rows);
  expect(editedRows(9, { audience })).toEqual({ broadcast: 9, ...edited });
  expect(filtersOf(audience)).toEqual(
    'all' in audience || 'spreadsheet' in audience ? {} : audience,
  );
});
