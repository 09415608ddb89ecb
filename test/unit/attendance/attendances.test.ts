import {
  type Attendance,
  holdsSeat,
  outcomeOfAttending,
  outcomeOfCancelling,
} from '../../../src/domain/attendance/attendances.ts';

type CurrentStatus = Attendance['status'];

describe('outcomeOfAttending', () => {
  it.each([
    ['none', 'open', 'registered'],
    ['none', 'waitlist', 'waitlisted'],
    ['none', 'closed', 'closed'],
    ['none', 'ended', 'ended'],
    ['none', 'cancelled', 'cancelled'],
    ['cancelled', 'open', 'registered'],
    ['cancelled', 'waitlist', 'waitlisted'],
    ['cancelled', 'closed', 'closed'],
    ['registered', 'open', 'unchanged'],
    ['registered', 'waitlist', 'unchanged'],
    ['registered', 'closed', 'unchanged'],
    ['checked_in', 'ended', 'unchanged'],
    ['waitlisted', 'waitlist', 'unchanged'],
    ['registered', 'cancelled', 'cancelled'],
  ] as const)('for the status %s and registration %s is %s', (status, state, outcome) => {
    expect(outcomeOfAttending(state, status)).toBe(outcome);
  });
});

describe('outcomeOfCancelling', () => {
  it.each<[CurrentStatus, string, boolean, string]>([
    ['registered', 'before the end', false, 'cancelled'],
    ['waitlisted', 'before the end', false, 'cancelled'],
    ['registered', 'after the end', true, 'ended'],
    ['waitlisted', 'after the end', true, 'ended'],
    ['cancelled', 'before the end', false, 'unchanged'],
    ['cancelled', 'after the end', true, 'unchanged'],
    ['checked_in', 'before the end', false, 'already_checked_in'],
    ['checked_in', 'after the end', true, 'already_checked_in'],
    ['none', 'before the end', false, 'not_attending'],
    ['none', 'after the end', true, 'not_attending'],
  ])('for the status %s %s (ended: %p) is %s', (status, _when, hasEnded, outcome) => {
    expect(outcomeOfCancelling(hasEnded, status)).toBe(outcome);
  });
});

it.each<[CurrentStatus, boolean]>([
  ['registered', true],
  ['checked_in', true],
  ['waitlisted', false],
  ['cancelled', false],
  ['none', false],
])('the status %s holds a seat: %p', (status, holds) => {
  expect(holdsSeat(status)).toBe(holds);
});
