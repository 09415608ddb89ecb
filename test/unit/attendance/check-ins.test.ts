import { checkInTime, outcomeOfCheckIn } from '../../../src/domain/attendance/check-ins.ts';

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
    const current = { status, check_in_nonce, is_cancelled: false };
    expect(outcomeOfCheckIn(current, { nonce, isBarred: false })).toBe(outcome);
  });

  it.each(['registered', 'checked_in', 'waitlisted', 'cancelled', 'none'] as const)(
    'for a cancelled attendable and the status %s is cancelled',
    (status) => {
      for (const isBarred of [true, false]) {
        const current = { status, check_in_nonce: 'n1', is_cancelled: true };
        expect(outcomeOfCheckIn(current, { nonce: 'n1', isBarred })).toBe('cancelled');
      }
    },
  );

  it.each([
    ['registered', 'n1', 'blocked'],
    ['checked_in', 'n1', 'repeated'],
    ['checked_in', 'n2', 'blocked'],
    ['waitlisted', 'n1', 'waitlisted'],
    ['cancelled', 'n1', 'not_attending'],
  ] as const)(
    'for a barred user, the status %s and the nonce %s is %s',
    (status, nonce, outcome) => {
      const current = { status, check_in_nonce: 'n1', is_cancelled: false };
      expect(outcomeOfCheckIn(current, { nonce, isBarred: true })).toBe(outcome);
    },
  );
});

describe('checkInTime', () => {
  const NOW = new Date('2026-05-14T12:00:00.000Z');

  it.each([
    [undefined, '2026-05-14T12:00:00.000Z'],
    ['2026-05-14T12:00:00.000Z', '2026-05-14T12:00:00.000Z'],
    ['2026-05-12T12:00:00.000Z', '2026-05-12T12:00:00.000Z'],
    ['2026-05-12T11:59:59.999Z', undefined],
    ['2026-05-14T12:01:00.000Z', '2026-05-14T12:00:00.000Z'],
    ['2026-05-14T12:01:00.001Z', undefined],
  ])('of a scan at %p is %p', (scannedAt, time) => {
    expect(checkInTime(scannedAt, NOW)).toBe(time);
  });
});
