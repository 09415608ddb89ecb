import { REGISTRATION_STATES } from '../../src/domain/attendance/attendables.ts';
import { outcomeOfCheckIn } from '../../src/domain/attendance/check-ins.ts';

const STATES = REGISTRATION_STATES.filter((state) => state !== 'cancelled');

describe('outcomeOfCheckIn', () => {
  it.each([
    ['registered', null, 'n1', 'checked_in'],
    ['registered', null, null, 'checked_in'],
    ['checked_in', 'n1', 'n1', 'repeated'],
    ['checked_in', 'n1', 'n2', 'already_checked_in'],
    ['checked_in', 'n1', null, 'already_checked_in'],
    ['checked_in', null, 'n1', 'already_checked_in'],
    ['checked_in', null, null, 'already_checked_in'],
    ['waitlisted', null, 'n1', 'waitlisted'],
    ['cancelled', null, 'n1', 'not_attending'],
    ['none', null, 'n1', 'not_attending'],
  ] as const)('for the status %s (nonce %p) and the nonce %p is %s', (...given) => {
    const [status, check_in_nonce, nonce, outcome] = given;
    for (const state of STATES) {
      expect(outcomeOfCheckIn(state, { status, check_in_nonce }, nonce)).toBe(outcome);
    }
  });

  it.each(['registered', 'checked_in', 'waitlisted', 'cancelled', 'none'] as const)(
    'for a cancelled attendable and the status %s is cancelled',
    (status) => {
      expect(outcomeOfCheckIn('cancelled', { status, check_in_nonce: 'n1' }, 'n1')).toBe(
        'cancelled',
      );
    },
  );
});
