import {
  type Attendance,
  holdsSeat,
  outcomeOfAttending,
  outcomeOfCancelling,
} from '../../src/domain/attendance/attendances.ts';

type Standing = Attendance['status'];

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
  ] as const)('for one who is %s, where registration is %s, is %s', (standing, state, outcome) => {
    expect(outcomeOfAttending(state, standing)).toBe(outcome);
  });
});

describe('outcomeOfLeaving', () => {
  it.each<[Standing, string, boolean, string]>([
    ['registered', 'goes on', false, 'cancelled'],
    ['waitlisted', 'goes on', false, 'cancelled'],
    ['registered', 'is over', true, 'ended'],
    ['waitlisted', 'is over', true, 'ended'],
    ['cancelled', 'goes on', false, 'unchanged'],
    ['cancelled', 'is over', true, 'unchanged'],
    ['checked_in', 'goes on', false, 'already_checked_in'],
    ['checked_in', 'is over', true, 'already_checked_in'],
    ['none', 'goes on', false, 'not_attending'],
    ['none', 'is over', true, 'not_attending'],
  ])('for one who is %s, of what %s (%p), is %s', (standing, _when, hasEnded, outcome) => {
    expect(outcomeOfCancelling(hasEnded, standing)).toBe(outcome);
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
