import { REGISTRATION_STATES } from '../../src/domain/attendance/attendables.ts';
import { outcomeOfCheckIn } from '../../src/domain/attendance/check-ins.ts';

const STATES = REGISTRATION_STATES.filter((state) => state !== 'cancelled');

describe('somebody at the door', () => {
  it.each([
    ['has a seat', 'registered', null, 'n1', 'checked_in'],
    ['has a seat, and the device sends no nonce', 'registered', null, null, 'checked_in'],
    ['is in, by this very request', 'checked_in', 'n1', 'n1', 'repeated'],
    ['is in, by another request', 'checked_in', 'n1', 'n2', 'already_checked_in'],
    ['is in, and the device sends no nonce', 'checked_in', 'n1', null, 'already_checked_in'],
    ['is in, by a request without a nonce', 'checked_in', null, 'n1', 'already_checked_in'],
    ['is in, and nobody sends a nonce', 'checked_in', null, null, 'already_checked_in'],
    ['waits', 'waitlisted', null, 'n1', 'waitlisted'],
    ['has left', 'cancelled', null, 'n1', 'not_attending'],
    ['never asked to come', 'none', null, 'n1', 'not_attending'],
  ] as const)('who %s', (_who, status, check_in_nonce, nonce, outcome) => {
    for (const state of STATES) {
      expect(outcomeOfCheckIn(state, { status, check_in_nonce }, nonce)).toBe(outcome);
    }
  });

  it.each(['registered', 'checked_in', 'waitlisted', 'cancelled', 'none'] as const)(
    'is not let in to what is cancelled, being %s',
    (status) => {
      expect(outcomeOfCheckIn('cancelled', { status, check_in_nonce: 'n1' }, 'n1')).toBe(
        'cancelled',
      );
    },
  );
});
