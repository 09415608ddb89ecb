import fc from 'fast-check';
import {
  dayOf,
  leaderboardOf,
  mondayOf,
  type Preceding,
  pointCounts,
  ranked,
  TOP,
  usersAbove,
} from '../../../src/domain/quests/leaderboards.ts';
import { clockOffsetOf } from '../../../src/lib/time-zones.ts';

describe('the day of an instant', () => {
  it.each([
    ['UTC', '2026-05-14T23:59:59.999Z', '2026-05-14'],
    ['Europe/Berlin', '2026-05-14T21:59:59.999Z', '2026-05-14'],
    ['Europe/Berlin', '2026-05-14T22:00:00.000Z', '2026-05-15'],
    ['Europe/Berlin', '2026-01-14T22:30:00.000Z', '2026-01-14'],
    ['Pacific/Kiritimati', '2026-05-14T10:00:00.000Z', '2026-05-15'],
    ['America/Los_Angeles', '2026-05-14T06:59:00.000Z', '2026-05-13'],
  ])('in %s at %s is %s', (zone, instant, day) => {
    expect(dayOf(new Date(instant), clockOffsetOf(zone))).toBe(day);
  });
});

describe('the Monday of a week', () => {
  it.each([
    ['2026-05-11', '2026-05-11'],
    ['2026-05-14', '2026-05-11'],
    ['2026-05-17', '2026-05-11'],
    ['2027-01-01', '2026-12-28'],
    ['2024-03-03', '2024-02-26'],
  ])('of %s is %s', (day, monday) => {
    expect(mondayOf(day)).toBe(monday);
  });
});

describe('a board', () => {
  it.each([
    ['all', '1970-01-01'],
    ['week', '2026-05-11'],
    ['day', '2026-05-14'],
  ] as const)('of the period %s starts on %s', (period, period_start) => {
    const board = leaderboardOf({ scope: 'quest', id: 3 }, period, '2026-05-14');
    expect(board).toEqual({ scope: 'quest', scope_id: 3, period, period_start });
  });

  it('of everything has the id 0', () => {
    expect(leaderboardOf({ scope: 'all' }, 'all', '2026-05-14').scope_id).toBe(0);
  });
});

const row = (points: number, is_listed = true) => ({ points, is_listed });
const ranksOf = (rows: readonly ReturnType<typeof row>[], before: Preceding = TOP) =>
  ranked(rows, before).map(({ rank }) => rank);

describe('ranks', () => {
  it('are 1, 2, 2, 4 for equal points in the middle', () => {
    expect(ranksOf([row(9), row(5), row(5), row(1)])).toEqual([1, 2, 2, 4]);
  });

  it('are not used up by users who are not listed', () => {
    const rows = [row(9, false), row(9), row(5, false), row(5), row(5, false), row(5), row(1)];
    expect(ranksOf(rows)).toEqual([null, 1, null, 2, null, 2, 4]);
  });

  it('continue on the next page as if there were no pages', () => {
    const rows = fc.array(
      fc.record({ points: fc.integer({ min: 1, max: 6 }), is_listed: fc.boolean() }),
    );
    fc.assert(
      fc.property(rows, fc.nat(10), (given, cut) => {
        const sorted = given.toSorted((a, b) => b.points - a.points);
        const whole = ranked(sorted, TOP);
        const before = whole.slice(0, cut).at(-1)?.preceding ?? TOP;
        expect(ranksOf(sorted.slice(cut), before)).toEqual(
          whole.slice(cut).map(({ rank }) => rank),
        );
        for (const { points, is_listed, rank } of whole) {
          const above = sorted.filter((other) => other.is_listed && other.points > points).length;
          expect(rank).toBe(is_listed ? above + 1 : null);
        }
      }),
    );
  });
});

describe('counts by points', () => {
  const COUNTS = [
    { points: 30, users: 2 },
    { points: 20, users: 1 },
    { points: 10, users: 4 },
  ];

  it.each([
    [31, 0],
    [30, 0],
    [29, 2],
    [20, 2],
    [10, 3],
    [9, 7],
    [-5, 7],
  ])('have the users with more than %i: %i', (points, users) => {
    expect(usersAbove(pointCounts(COUNTS), points)).toBe(users);
  });

  it('can be empty', () => {
    expect(usersAbove(pointCounts([]), 0)).toBe(0);
  });
});
