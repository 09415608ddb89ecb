import type { Remark } from '../../../src/domain/reasons.ts';
import {
  afterFailure,
  endOfNight,
  isRestless,
  isRunning,
  isWithoutChanges,
  programmeBrakes,
  rowCountBrakes,
} from '../../../src/domain/sources/source-rules.ts';

const codes = (brakes: readonly Remark[]) => brakes.map(({ code }) => code);

describe('a failure', () => {
  const NOW = new Date('2030-05-14T12:00:00Z');
  const fresh = { failures: 0, refusals: 0, failing_since: null, interval_minutes: 15 };
  const failed = (given: object, isRefused = false) =>
    afterFailure({ ...fresh, ...given }, { isRefused, now: NOW });

  it.each([
    [0, 15, 15],
    [1, 15, 30],
    [4, 15, 240],
    [5, 15, 360],
    [900, 15, 360],
    [0, 1_440, 1_440],
    [3, 1_440, 1_440],
    [1, 300, 360],
  ])('after %i others of an interval of %i min is read again in %i', (failures, minutes, delay) => {
    const since = failures === 0 ? null : '2030-05-14T11:00:00Z';
    const after = failed({ failures, interval_minutes: minutes, failing_since: since });
    expect(after).toMatchObject({ failures: failures + 1, delay_minutes: delay, off_reason: null });
  });

  it('counts no further than its column', () => {
    expect(failed({ failures: 1_000 }).failures).toBe(1_000);
  });

  it.each([
    ['2030-05-13T12:00:00.001Z', null],
    ['2030-05-13T12:00:00.000Z', 'failing'],
  ])('since %s is %s', (failing_since, off_reason) => {
    expect(failed({ failures: 9, failing_since }).off_reason).toBe(off_reason);
  });

  it('is a refusal for good at the third in a row', () => {
    expect(failed({ refusals: 1 }, true)).toMatchObject({ refusals: 2, off_reason: null });
    expect(failed({ refusals: 2 }, true)).toMatchObject({ refusals: 3, off_reason: 'refused' });
    expect(failed({ refusals: 2 })).toMatchObject({ refusals: 0, off_reason: null });
  });
});

describe('the night', () => {
  const days = { timezone: 'Europe/Berlin', starts_on: '2030-05-20' };
  it.each([
    ['2030-05-14T19:59:59Z', null],
    ['2030-05-14T20:00:00Z', '2030-05-15T05:00:00.000Z'],
    ['2030-05-14T21:59:59Z', '2030-05-15T05:00:00.000Z'],
    ['2030-05-14T22:00:00Z', '2030-05-15T05:00:00.000Z'],
    ['2030-05-15T04:59:59Z', '2030-05-15T05:00:00.000Z'],
    ['2030-05-15T05:00:00Z', null],
    ['2030-05-17T20:30:00Z', '2030-05-18T05:00:00.000Z'],
    ['2030-05-17T22:30:00Z', null],
    ['2030-05-19T22:30:00Z', null],
    ['2030-06-19T22:30:00Z', null],
  ])('at %s ends at %s', (now, end) => {
    expect(endOfNight(days, new Date(now))).toBe(end);
  });

  it.each([
    // The clock goes forward on 31 March 2030, and back on 27 October.
    ['2030-03-30T22:00:00Z', '2030-03-31T05:00:00.000Z'],
    ['2030-10-26T21:00:00Z', '2030-10-27T06:00:00.000Z'],
  ])('of a change of the clock: at %s ends at %s', (now, end) => {
    expect(endOfNight({ ...days, starts_on: '2031-01-01' }, new Date(now))).toBe(end);
  });

  it('is that of the conference', () => {
    const far = { timezone: 'Pacific/Auckland', starts_on: '2030-06-20' };
    expect(endOfNight(far, new Date('2030-06-10T12:00:00Z'))).toBe('2030-06-10T19:00:00.000Z');
    expect(endOfNight(far, new Date('2030-06-10T20:00:00Z'))).toBeNull();
  });
});

it.each([
  ['2030-05-13T21:59:59Z', false],
  ['2030-05-13T22:00:00Z', true],
  ['2030-05-15T21:59:59Z', true],
  ['2030-05-15T22:00:00Z', false],
])('a conference of two days in Berlin takes place at %s: %s', (now, expected) => {
  const days = { timezone: 'Europe/Berlin', starts_on: '2030-05-14', ends_on: '2030-05-15' };
  expect(isRunning(days, new Date(now))).toBe(expected);
});

describe('the brakes of a programme', () => {
  const days = { timezone: 'Europe/Berlin', starts_on: '2030-05-14', ends_on: '2030-05-15' };
  const found = { known: 10, absent: 0, moved_far: 0, first_day: '2030-05-14' };

  it.each<[string, object, string[]]>([
    ['nothing', {}, []],
    ['a fifth of the items', { absent: 1, moved_far: 1 }, []],
    ['more than a fifth', { absent: 2, moved_far: 1 }, ['many_moved']],
    ['one of four', { known: 4, absent: 1 }, ['many_moved']],
    ['no items before', { known: 0 }, []],
    ['30 days before', { first_day: '2030-04-14' }, []],
    ['31 days before', { first_day: '2030-04-13' }, ['far_from_days']],
    ['30 days after', { first_day: '2030-06-14' }, []],
    ['31 days after', { first_day: '2030-06-15' }, ['far_from_days']],
    ['no day', { first_day: null }, []],
    ['both', { absent: 9, first_day: '2000-01-01' }, ['many_moved', 'far_from_days']],
  ])('for %s', (_what, given, expected) => {
    expect(codes(programmeBrakes({ ...found, ...given }, days))).toEqual(expected);
  });
});

it.each<[number, number | null, string[]]>([
  [0, null, []],
  [5, 10, []],
  [4, 10, ['few_rows']],
  [5, 11, ['few_rows']],
  [100, 10, []],
])('%i rows after %s', (total, last, expected) => {
  expect(codes(rowCountBrakes(total, last))).toEqual(expected);
});

it.each([
  [3, false],
  [4, true],
])('a source is restless after %i applied runs in an hour: %s', (applied, expected) => {
  expect(isRestless(applied)).toBe(expected);
});

it.each<[string, Parameters<typeof isWithoutChanges>[0], boolean]>([
  ['unchanged rows', { rows: [], counts: { total: 5, unchanged: 5, failed: 1 } }, true],
  ['another speaker', { rows: [], counts: { total: 5, speakers_updated: 1 } }, false],
  ['a withdrawal', { rows: [], counts: { to_withdraw: 1 } }, false],
  ['a new row', { rows: [], counts: { created: 1 } }, false],
])('a person looks at nothing without a change: %s', (_what, outcome, expected) => {
  expect(isWithoutChanges(outcome)).toBe(expected);
});
