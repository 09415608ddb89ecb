import { NO_ATTENDANCE } from '../../../src/domain/attendance/attendances.ts';
import { scanResult, takenScan } from '../../../src/domain/attendance/scan-results.ts';
import { AppError } from '../../../src/errors.ts';

const AT = '2030-05-01T09:00:00.000Z';
const marks = { clock_skew_seconds: 90 };
const record = (check_in_nonce: string | null) =>
  ({ check_in_nonce, checked_in_at: AT, device: 'Door 1' }) as unknown as Parameters<
    typeof takenScan
  >[2]['record'];
const taken = (
  outcome: Parameters<typeof takenScan>[0],
  nonce: string | null,
  was: string | null,
) =>
  takenScan(
    outcome,
    { check_in_nonce: was },
    { time: { at: AT, ...marks }, record: record(nonce) },
  );
const first = { already_checked_in: false, ...marks };
const again = { already_checked_in: true, ...marks };
const recorded = { ...first, is_recorded: true };

it.each([
  ['checked_in', 'n2', null, { answer: first, record: record('n2'), logged: marks }],
  ['repeated', 'n1', 'n1', { answer: first, record: undefined, logged: marks }],
  ['already_checked_in', 'n2', 'n1', { answer: again, record: undefined, logged: marks }],
  ['earlier', 'n2', 'n1', { answer: again, record: record('n1'), logged: marks }],
  [
    'recorded',
    'n2',
    'n1',
    {
      answer: recorded,
      record: { ...record('n2'), checked_in_at: null },
      logged: { ...marks, scanned_at: AT },
    },
  ],
  ['recorded', 'n1', 'n1', { answer: recorded, record: undefined, logged: marks }],
  [
    'recorded',
    null,
    null,
    {
      answer: recorded,
      record: { ...record(null), checked_in_at: null },
      logged: { ...marks, scanned_at: AT },
    },
  ],
] as const)(
  'a scan that is %s, with the nonce %p after %p, is %j',
  (outcome, nonce, was, expected) => {
    expect(taken(outcome, nonce, was)).toEqual(expected);
  },
);

const user = { id: 7 } as unknown as Parameters<typeof scanResult>[1] extends { user: infer U }
  ? U
  : never;
const attendance = NO_ATTENDANCE;
const answer = { user, attendance, already_checked_in: false } as Exclude<
  Parameters<typeof scanResult>[1],
  AppError
>;
const ok = { nonce: 'n1', code: null, error: null, user, attendance };

it.each([
  ['a first check-in', answer, { ...ok, status: 'checked_in' }],
  [
    'a second check-in',
    { ...answer, already_checked_in: true },
    { ...ok, status: 'already_checked_in' },
  ],
  ['a recorded scan', { ...answer, is_recorded: true } as const, { ...ok, status: 'recorded' }],
  [
    'a late scan of a wrong clock',
    { ...answer, clock_skew_seconds: 0, is_late: true } as const,
    { ...ok, status: 'checked_in', clock_skew_seconds: 0, is_late: true },
  ],
  [
    'a refused scan',
    new AppError('NOT_FOUND', 'No such ticket'),
    {
      nonce: 'n1',
      status: 'refused',
      code: 'NOT_FOUND',
      error: 'No such ticket',
      user: null,
      attendance: null,
    },
  ],
])('the result of %s is %j', (_what, given, expected) => {
  expect(scanResult('n1', given)).toStrictEqual(expected);
});
