import {
  type Attendance,
  holdsSeat,
  outcomeOfAttending,
  outcomeOfLeaving,
} from '../../src/domain/attendances.ts';
import type { EventStatus } from '../../src/domain/events.ts';

const now = new Date('2026-05-14T09:00:00Z');
const past = '2026-05-14T08:00:00.000Z';
const future = '2026-05-14T10:00:00.000Z';

type Standing = Attendance['status'];

const open = {
  status: 'approved' as EventStatus,
  ends_at: future,
  registration_closes_at: null as string | null,
  capacity: 5,
  attendee_count: 4,
};
const full = { ...open, attendee_count: 5 };
const closed = { ...open, registration_closes_at: past };
const ended = { ...open, ends_at: past };
const cancelled = { ...open, status: 'cancelled' as EventStatus };

describe('outcomeOfAttending', () => {
  it.each([
    ['a stranger', 'open', open, 'none', 'registered'],
    ['a stranger', 'full', full, 'none', 'waitlisted'],
    ['a stranger', 'closed', closed, 'none', 'registration_closed'],
    ['a stranger', 'ended', ended, 'none', 'event_ended'],
    ['a stranger', 'cancelled', cancelled, 'none', 'event_cancelled'],
    ['who left', 'open', open, 'cancelled', 'registered'],
    ['who left', 'full', full, 'cancelled', 'waitlisted'],
    ['who left', 'closed', closed, 'cancelled', 'registration_closed'],
    ['who comes', 'open', open, 'registered', 'unchanged'],
    ['who comes', 'full', full, 'registered', 'unchanged'],
    ['who comes', 'closed', closed, 'registered', 'unchanged'],
    ['who came', 'ended', ended, 'checked_in', 'unchanged'],
    ['who waits', 'full', full, 'waitlisted', 'unchanged'],
    ['who comes', 'cancelled', cancelled, 'registered', 'event_cancelled'],
  ] as const)('for one %s, of an event that is %s', (_who, _state, event, standing, outcome) => {
    expect(outcomeOfAttending(event, standing, now)).toBe(outcome);
  });
});

describe('outcomeOfLeaving', () => {
  it.each<[Standing, string, string]>([
    ['registered', future, 'cancelled'],
    ['waitlisted', future, 'cancelled'],
    ['registered', past, 'event_ended'],
    ['waitlisted', past, 'event_ended'],
    ['cancelled', future, 'unchanged'],
    ['cancelled', past, 'unchanged'],
    ['checked_in', future, 'already_checked_in'],
    ['checked_in', past, 'already_checked_in'],
    ['none', future, 'never_asked'],
    ['none', past, 'never_asked'],
  ])('for one who is %s, of an event that ends at %s, is %s', (standing, ends_at, outcome) => {
    expect(outcomeOfLeaving({ ends_at }, standing, now)).toBe(outcome);
  });
});

it.each<[Standing, boolean]>([
  ['registered', true],
  ['checked_in', true],
  ['waitlisted', false],
  ['cancelled', false],
  ['none', false],
])('one who is %s holds a seat: %p', (standing, holds) => {
  expect(holdsSeat(standing)).toBe(holds);
});
