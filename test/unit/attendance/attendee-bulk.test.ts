import { NO_ATTENDANCE } from '../../../src/domain/attendance/attendances.ts';
import {
  type BulkAttendance,
  type BulkWish,
  bulkDecisions,
  bulkResult,
  isGivenUp,
  refused,
} from '../../../src/domain/attendance/attendee-bulk.ts';
import { Quotas } from '../../../src/domain/registration/ticket-types.ts';
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
  [
    { status: 'registered' },
    { isClosed: true, capacity: 2 },
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

const decisionsOn = (one: BulkAttendance, wish: Partial<BulkWish>, capacity = 1) =>
  bulkDecisions({
    userIds: [one.user_id],
    attendances: [one],
    seats: { capacity, attendee_count: 1 },
    wish: { over_capacity: false, notify: true, ...wish },
    closed: undefined,
    full,
  });

it('an erased attendee can be removed from a seat, and gets no ticket', () => {
  const erased = person(5, 'registered', true);
  expect(decisionsOn(erased, { status: 'cancelled' })).toMatchObject([
    { change: { status: 'cancelled' } },
  ]);
  expect(decisionsOn(erased, { ticket_type: 'press' })).toMatchObject([
    { refusal: { message: 'user not found' } },
  ]);
  expect(decisionsOn(person(5, 'cancelled', true), { status: 'registered' })).toMatchObject([
    { refusal: { message: 'user not found' } },
  ]);
});

it('the seats of a ticket type go to the first of the ids, and each user can get another type', () => {
  const seated = [1, 2, 3, 4].map((id) => person(id, 'registered'));
  const given = {
    ...{ userIds: [1, 2, 3, 4], attendances: seated, closed: undefined, full },
    seats: { capacity: null, attendee_count: 4 },
    quotas: new Quotas([{ name: 'press', capacity: 2, seat_count: 0 }]),
  };
  const wish = { ticket_type: 'press', over_capacity: false, notify: true };
  const codes = (decisions: ReturnType<typeof bulkDecisions>) =>
    decisions.map((one) => ('refusal' in one ? one.refusal.code : 'ok'));
  expect(codes(bulkDecisions({ ...given, wish }))).toEqual([
    'ok',
    'ok',
    'TICKET_TYPE_FULL',
    'TICKET_TYPE_FULL',
  ]);
  const typeOf = (id: number) => (id === 3 ? 'press' : 'crew');
  const quotas = new Quotas([{ name: 'press', capacity: 1, seat_count: 0 }]);
  expect(bulkDecisions({ ...given, quotas, wish, typeOf })).toMatchObject([
    { change: { fields: { ticket_type: 'crew' } } },
    { change: { fields: { ticket_type: 'crew' } } },
    { change: { fields: { ticket_type: 'press' } } },
    { change: { fields: { ticket_type: 'crew' } } },
  ]);
});

it('each seat beyond the capacity is one', () => {
  const given = { userIds: [2, 3], attendances: ATTENDANCES, closed: undefined, full };
  const wish = { status: 'registered', over_capacity: true, notify: true } as const;
  const placement = { status: 'registered', isOver: true };
  const seats = { capacity: 2, attendee_count: 2 };
  expect(bulkDecisions({ ...given, seats, wish })).toMatchObject([
    { change: { placement } },
    { change: { placement } },
  ]);
});

it.each([
  ['registered', 'cancelled', true],
  ['waitlisted', 'cancelled', true],
  ['registered', 'waitlisted', true],
  ['checked_in', 'waitlisted', true],
  ['cancelled', 'waitlisted', false],
  ['waitlisted', 'registered', false],
  ['registered', undefined, false],
] as const)('an attendee who is %s and becomes %p gives up the place: %p', (was, is, isUp) => {
  const placement = is && { status: is, isOver: false };
  const change = { status: is ?? was, placement, fields: {} };
  expect(isGivenUp(person(1, was), change)).toBe(isUp);
});

const none = { user_id: null, invitation_id: null, status: null, changed: false };

it.each([
  [
    'of a user without a place',
    { current: person(3, 'none'), change: 'unchanged' },
    { ...none, user_id: 3, status: 'cancelled', error: null, code: null },
  ],
  [
    'of a removed user',
    { current: person(3, 'registered'), change: 'removed' },
    { ...none, user_id: 3, status: 'withdrawn', changed: true, error: null, code: null },
  ],
  [
    'of a refused user',
    { user_id: 3, refusal: full },
    { ...none, user_id: 3, error: 'full', code: 'EVENT_FULL' },
  ],
] as const)('the result %s is %j', (_what, decision, result) => {
  expect(bulkResult(decision)).toEqual(result);
});

it('the result of a refused invitation names it', () => {
  expect(refused({ invitation_id: 9 }, closed)).toEqual({
    ...none,
    invitation_id: 9,
    error: 'cancelled',
    code: 'EVENT_CANCELLED',
  });
});
