import { NO_ATTENDANCE } from '../../../src/domain/attendance/attendances.ts';
import {
  type BulkAttendance,
  type BulkWish,
  bulkDecisions,
  bulkResult,
} from '../../../src/domain/attendance/attendee-bulk.ts';
import { AppError } from '../../../src/errors.ts';

const full = new AppError('EVENT_FULL', 'full');
const closed = new AppError('EVENT_CANCELLED', 'cancelled');

const person = (user_id: number, status: BulkAttendance['status'], is_erased = false) => ({
  ...NO_ATTENDANCE,
  status,
  user_id,
  is_erased,
});
const ATTENDANCES = [
  person(1, 'registered'),
  person(2, 'waitlisted'),
  person(3, 'cancelled'),
  person(4, 'checked_in'),
  person(5, 'cancelled', true),
];
const USERS = [5, 4, 3, 2, 1, 6];

const decided = (
  wish: Partial<BulkWish>,
  { capacity = 3, isClosed = false }: { capacity?: number | null; isClosed?: boolean } = {},
) =>
  bulkDecisions({
    userIds: USERS,
    attendances: ATTENDANCES,
    seats: { capacity, attendee_count: 2 },
    wish: { over_capacity: false, notify: true, ...wish },
    closed: isClosed ? closed : undefined,
    full,
  })
    .map(bulkResult)
    .map(({ status, changed, code }) => code ?? (changed ? status : '='));

it.each([
  // One seat is free: the first of the ids gets it.
  [{ status: 'registered' }, {}, ['NOT_FOUND', '=', 'registered', 'EVENT_FULL', '=']],
  [
    { status: 'registered' },
    { capacity: null },
    ['NOT_FOUND', '=', 'registered', 'registered', '='],
  ],
  [
    { status: 'registered', over_capacity: true },
    { capacity: 2 },
    ['NOT_FOUND', '=', 'registered', 'registered', '='],
  ],
  [
    { status: 'registered' },
    { isClosed: true },
    ['NOT_FOUND', '=', 'EVENT_CANCELLED', 'EVENT_CANCELLED', '='],
  ],
  [{ status: 'waitlisted' }, {}, ['NOT_FOUND', 'waitlisted', 'waitlisted', '=', 'waitlisted']],
  [{ status: 'cancelled' }, { isClosed: true }, ['=', 'cancelled', '=', 'cancelled', 'cancelled']],
  [{ status: 'withdrawn' }, { isClosed: true }, Array(5).fill('withdrawn')],
  // Each keeps the place; an erased user gets nothing.
  [
    { ticket_type: 'press' },
    { isClosed: true },
    ['NOT_FOUND', 'checked_in', 'cancelled', 'waitlisted', 'registered'],
  ],
  [{ ticket_type: null }, {}, Array(5).fill('=')],
] as const)('%j with %j', (wish, given, expected) => {
  expect(decided(wish, given)).toEqual([...expected, 'NOT_FOUND']);
});
