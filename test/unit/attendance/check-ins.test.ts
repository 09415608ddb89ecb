import {
  type CheckedInUser,
  clockSkew,
  isOfCode,
  isOldScan,
  outcomeOfCheckIn,
  timeOfScan,
} from '../../../src/domain/attendance/check-ins.ts';

const UNSEATED = { is_cancelled: false, checked_in_at: null, cancelled_at: null };

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
    const current = { ...UNSEATED, status, check_in_nonce };
    expect(outcomeOfCheckIn(current, { nonce, isBarred: false, scannedAt: undefined })).toBe(
      outcome,
    );
  });

  it.each(['registered', 'checked_in', 'waitlisted', 'cancelled', 'none'] as const)(
    'for a cancelled attendable and the status %s is cancelled',
    (status) => {
      for (const isBarred of [true, false]) {
        const current = { ...UNSEATED, status, check_in_nonce: 'n1', is_cancelled: true };
        expect(outcomeOfCheckIn(current, { nonce: 'n1', isBarred, scannedAt: undefined })).toBe(
          'cancelled',
        );
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
      const current = { ...UNSEATED, status, check_in_nonce: 'n1' };
      expect(outcomeOfCheckIn(current, { nonce, isBarred: true, scannedAt: undefined })).toBe(
        outcome,
      );
    },
  );

  const [BEFORE, AT, AFTER] = ['09:00', '09:30', '10:00'].map(
    (time) => `2026-05-14T${time}:00.000Z`,
  );

  it.each([
    ['cancelled', BEFORE, 'recorded'],
    ['cancelled', AT, 'not_attending'],
    ['cancelled', AFTER, 'not_attending'],
    ['cancelled', undefined, 'not_attending'],
    ['registered', BEFORE, 'checked_in'],
    ['waitlisted', BEFORE, 'waitlisted'],
  ] as const)(
    'for the status %s and a seat given up at 09:30, a scan at %s is %s',
    (status, scannedAt, outcome) => {
      const current = { ...UNSEATED, status, check_in_nonce: null, cancelled_at: AT ?? '' };
      expect(outcomeOfCheckIn(current, { nonce: 'n1', isBarred: false, scannedAt })).toBe(outcome);
    },
  );

  it.each([
    ['n2', BEFORE, false, 'earlier'],
    ['n2', AT, false, 'already_checked_in'],
    ['n2', AFTER, false, 'already_checked_in'],
    ['n1', BEFORE, false, 'repeated'],
    ['n2', BEFORE, true, 'blocked'],
  ] as const)(
    'for a check-in at 09:30 with the nonce n1, the nonce %s and a scan at %s (barred: %s) is %s',
    (nonce, scannedAt, isBarred, outcome) => {
      const current = { ...UNSEATED, check_in_nonce: 'n1', checked_in_at: AT ?? '' };
      const checkedIn = { ...current, status: 'checked_in' as const };
      expect(outcomeOfCheckIn(checkedIn, { nonce, isBarred, scannedAt })).toBe(outcome);
    },
  );
});

describe('the time of a scan', () => {
  const NOW = new Date('2026-05-14T12:00:00.000Z');
  const now = { at: NOW.toISOString() };
  const OPENING = { starts_at: '2026-05-10T09:00:00.000Z', ends_at: '2026-05-11T18:00:00.000Z' };

  it.each([
    [undefined, 0, now],
    ['2026-05-14T12:00:00.000Z', 0, now],
    ['2026-05-12T12:00:00.000Z', 0, { at: '2026-05-12T12:00:00.000Z' }],
    ['2026-05-14T12:01:00.000Z', 0, now],
    ['2026-05-14T12:01:01.000Z', 0, { ...now, clock_skew_seconds: 61 }],
    ['2027-05-14T12:00:00.000Z', 0, { ...now, clock_skew_seconds: 31_536_000 }],
    [
      '2026-05-14T13:50:00.000Z',
      7_200,
      { at: '2026-05-14T11:50:00.000Z', clock_skew_seconds: 7_200 },
    ],
    [
      '2026-05-14T09:50:00.000Z',
      -7_200,
      { at: '2026-05-14T11:50:00.000Z', clock_skew_seconds: -7_200 },
    ],
    ['2026-05-14T15:00:00.000Z', 7_200, { ...now, clock_skew_seconds: 10_800 }],
    ['2026-05-11T17:00:00.000Z', 0, { at: '2026-05-11T17:00:00.000Z', is_late: true }],
    ['2026-05-12T11:59:00.000Z', 0, { at: '2026-05-12T11:59:00.000Z', is_late: true }],
    ['2026-05-09T09:00:00.000Z', 0, { at: '2026-05-09T09:00:00.000Z', is_late: true }],
    ['2026-05-09T08:59:59.999Z', 0, { ...now, clock_skew_seconds: -442_800 }],
    ['1970-01-01T00:00:00.000Z', 0, { ...now, clock_skew_seconds: -1_778_760_000 }],
  ])('that the device calls %s, with a clock that is %s seconds ahead, is %j', (...given) => {
    const [scanned_at, clock_skew_seconds, time] = given;
    expect(timeOfScan({ scanned_at, clock_skew_seconds }, NOW, OPENING)).toEqual(time);
  });

  it('is now where it is old and nothing took place', () => {
    const scan = { scanned_at: '2026-05-11T17:00:00.000Z' };
    expect(timeOfScan(scan, NOW)).toEqual({ ...now, clock_skew_seconds: -241_200 });
  });

  it.each([
    [undefined, 0, false],
    ['2026-05-12T12:00:00.000Z', 0, false],
    ['2026-05-12T11:59:59.999Z', 0, true],
    ['2026-05-12T11:59:59.999Z', -60, false],
    ['2026-05-12T12:00:30.000Z', 60, true],
    ['2027-05-12T12:00:00.000Z', 0, false],
  ])('%s, with a clock that is %s seconds ahead, is old: %s', (scanned_at, ahead, isOld) => {
    expect(isOldScan({ scanned_at, clock_skew_seconds: ahead }, NOW)).toBe(isOld);
  });

  it('is late until a day after the end', () => {
    const LATER = new Date('2026-05-20T12:00:00.000Z');
    const [last, after] = ['2026-05-12T18:00:00.000Z', '2026-05-12T18:00:00.001Z'];
    expect(timeOfScan({ scanned_at: last }, LATER, OPENING)).toEqual({ at: last, is_late: true });
    expect(timeOfScan({ scanned_at: after }, LATER, OPENING)).toMatchObject({
      at: LATER.toISOString(),
    });
  });

  it.each([
    [undefined, 0],
    ['2026-05-14T12:01:00.000Z', 0],
    ['2026-05-14T11:59:00.000Z', 0],
    ['2026-05-14T12:01:01.000Z', 61],
    ['2026-05-14T10:00:00.000Z', -7_200],
  ])('of a request sent at %s shows a clock that is %s seconds ahead', (sentAt, seconds) => {
    expect(clockSkew(sentAt, NOW)).toBe(seconds);
  });
});
describe('isOfCode', () => {
  const AT = '2030-05-14T09:00:00.000Z';
  const EARLIER = '2030-05-14T08:00:00.000Z';
  const user = { id: 5 } as unknown as CheckedInUser;
  const seat = {
    user,
    status: 'registered',
    cancelled_at: null,
    queue_number: 7,
    registered_at: AT,
  } as const;
  const gaveUp = { ...seat, status: 'cancelled', cancelled_at: AT } as const;
  const guest = { ...seat, user: null, registered_at: null } as const;

  it.each<[string, Parameters<typeof isOfCode>, boolean]>([
    ['no code, whatever the status', [gaveUp, { queueNumber: undefined }, undefined], true],
    ['the code of the seat', [seat, { queueNumber: 7 }, undefined], true],
    ['a code of another seat', [seat, { queueNumber: 8 }, undefined], false],
    ['the code of a seat given up', [gaveUp, { queueNumber: 7 }, undefined], false],
    ['its code, scanned before', [gaveUp, { queueNumber: 7 }, EARLIER], true],
    ['its code, scanned then', [gaveUp, { queueNumber: 7 }, AT], false],
    [
      'a ticket on the waitlist',
      [{ ...seat, status: 'waitlisted' }, { queueNumber: 7 }, undefined],
      false,
    ],
    [
      'a badge on the waitlist',
      [{ ...guest, status: 'waitlisted' }, { queueNumber: 7 }, undefined],
      true,
    ],
    ['the badge of a guest', [guest, { queueNumber: 7 }, undefined], true],
    [
      'a claim at the registration',
      [seat, { queueNumber: undefined, claimedAt: AT }, undefined],
      true,
    ],
    ['a claim before it', [seat, { queueNumber: undefined, claimedAt: EARLIER }, undefined], false],
    [
      'a claim whose seat was given up',
      [gaveUp, { queueNumber: undefined, claimedAt: AT }, undefined],
      false,
    ],
    [
      'a claim, scanned before that',
      [gaveUp, { queueNumber: undefined, claimedAt: AT }, EARLIER],
      true,
    ],
    [
      'a claim of nobody',
      [{ ...seat, registered_at: null }, { queueNumber: undefined, claimedAt: AT }, undefined],
      false,
    ],
  ])('says of %s: %#', (_what, given, is) => {
    expect(isOfCode(...given)).toBe(is);
  });
});
