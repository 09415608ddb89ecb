import {
  type CheckpointScan,
  type Direction,
  directionOf,
  outcomeOfScan,
} from '../../../src/domain/attendance/checkpoints.ts';

const DAY = '2026-05-15';

const scan = (hour: string, given: Partial<CheckpointScan> = {}): CheckpointScan => ({
  id: Number(hour),
  day: DAY,
  direction: 'in',
  scanned_at: `${given.day ?? DAY}T${hour}:00:00.000Z`,
  nonce: null,
  is_undone: false,
  ...given,
});

type Counts = Parameters<typeof outcomeOfScan>[0];
type Case = readonly [
  what: string,
  counts: Counts,
  scans: readonly CheckpointScan[],
  given: { hour: string; day?: string; direction?: Direction; nonce?: string },
  expected: string,
];

describe('a scan at a checkpoint', () => {
  const undone = scan('09', { is_undone: true });
  const left = scan('11', { direction: 'out' });
  const cases: readonly Case[] = [
    ['the first one', 'once', [], { hour: '10' }, 'new'],
    ['one after it', 'once', [scan('09')], { hour: '10' }, 'again 9'],
    ['one on another day', 'once', [scan('09', { day: '2026-05-14' })], { hour: '10' }, 'again 9'],
    ['one that was made before it', 'once', [scan('11')], { hour: '10' }, 'earlier 11'],
    ['one at the same time', 'once', [scan('10')], { hour: '10' }, 'again 10'],
    ['one after an undone one', 'once', [undone], { hour: '10' }, 'new'],
    ['the first one of a day', 'daily', [scan('09', { day: '2026-05-14' })], { hour: '10' }, 'new'],
    ['the second one of a day', 'daily', [scan('09')], { hour: '10' }, 'again 9'],
    ['one made before that of the day', 'daily', [scan('11')], { hour: '10' }, 'earlier 11'],
    ['the first one in', 'each', [], { hour: '10' }, 'new'],
    ['in after in', 'each', [scan('09')], { hour: '10' }, 'again 9'],
    ['out after in', 'each', [scan('09')], { hour: '10', direction: 'out' }, 'new'],
    ['in after out', 'each', [scan('09'), left], { hour: '12' }, 'new'],
    ['in on the next day', 'each', [scan('09', { day: '2026-05-14' })], { hour: '10' }, 'again 9'],
    ['a late in between in and out', 'each', [scan('09'), left], { hour: '10' }, 'again 9'],
    ['a late in before the first', 'each', [scan('09'), left], { hour: '08' }, 'earlier 9'],
    ['a late out before in', 'each', [scan('09')], { hour: '08', direction: 'out' }, 'new'],
    [
      'its own request',
      'each',
      [scan('09', { nonce: 'a' }), left],
      { hour: '12', nonce: 'a' },
      'repeated 9',
    ],
    [
      'its own undone request',
      'once',
      [{ ...undone, nonce: 'a' }],
      { hour: '12', nonce: 'a' },
      'repeated 9',
    ],
    [
      'another request',
      'once',
      [scan('09', { nonce: 'a' })],
      { hour: '12', nonce: 'b' },
      'again 9',
    ],
  ];

  it.each(cases)('%s, counted %s', (_, counts, scans, given, expected) => {
    const { hour, day = DAY, direction = 'in', nonce = null } = given;
    const at = `${day}T${hour}:00:00.000Z`;
    const outcome = outcomeOfScan(counts, scans, { at, day, direction, nonce });

    expect(outcome.kind === 'new' ? 'new' : `${outcome.kind} ${outcome.scan.id}`).toBe(expected);
  });

  it('has a direction where each scan counts, and at an exit', () => {
    expect(directionOf({ kind: 'room', counts: 'each' }, undefined)).toBe('in');
    expect(directionOf({ kind: 'room', counts: 'each' }, 'out')).toBe('out');
    expect(directionOf({ kind: 'exit', counts: 'each' }, undefined)).toBe('out');
    expect(directionOf({ kind: 'exit', counts: 'each' }, 'in')).toBe('in');
    expect(directionOf({ kind: 'exit', counts: 'daily' }, undefined)).toBe('out');
    expect(directionOf({ kind: 'entrance', counts: 'once' }, undefined)).toBe('in');
    expect(directionOf({ kind: 'entrance', counts: 'daily' }, 'in')).toBeUndefined();
  });
});
