import {
  type ClaimedPlace,
  type ConferenceClaims,
  claimNotifications,
} from '../../../src/domain/attendance/claims.ts';
import { listedNames } from '../../../src/domain/messaging/notification-args.ts';
import { render } from '../../../src/domain/messaging/notification-texts.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';

const claimsAt = (
  id: number,
  starts_on: string,
  places: Readonly<Record<number, ClaimedPlace['status']>>,
): ConferenceClaims => ({
  conference: { id, starts_on } as Conference,
  places: Object.entries(places).map(([user, status]) => ({ user_id: Number(user), status })),
  freed: 0,
});
const notificationsOf = (...claims: ConferenceClaims[]) =>
  claimNotifications(claims).map(({ conferences, status, userIds }) => [
    status,
    conferences.map(({ id }) => id),
    userIds,
  ]);

describe('claim notices', () => {
  it('are empty without a new place', () => {
    expect(notificationsOf()).toEqual([]);
    expect(notificationsOf(claimsAt(1, '2026-05-14', {}))).toEqual([]);
  });

  it('are shared by the users of one conference with the same status', () => {
    const claims = claimsAt(1, '2026-05-14', { 7: 'registered', 8: 'waitlisted', 9: 'registered' });
    expect(notificationsOf(claims)).toEqual([
      ['registered', [1], [7, 9]],
      ['waitlisted', [1], [8]],
    ]);
  });

  it('are not shared by the users of different conferences', () => {
    const claims = [
      claimsAt(1, '2026-05-14', { 7: 'registered' }),
      claimsAt(2, '2026-05-15', { 8: 'registered' }),
    ];
    expect(notificationsOf(...claims)).toEqual([
      ['registered', [1], [7]],
      ['registered', [2], [8]],
    ]);
  });

  it('are one of all seats and one of all waitlists for a user, in the order of the conferences', () => {
    expect(
      notificationsOf(
        claimsAt(1, '2026-05-16', { 7: 'registered' }),
        claimsAt(2, '2026-05-14', { 7: 'waitlisted' }),
        claimsAt(3, '2026-05-15', { 7: 'registered', 8: 'registered' }),
      ),
    ).toEqual([
      ['waitlisted', [2], [7]],
      ['registered', [3, 1], [7]],
      ['registered', [3], [8]],
    ]);
  });
});

it.each([
  [['A'], 'A'],
  [['A', 'B', 'C'], 'A, B, C'],
  [['A', 'B', 'C', 'D', 'E'], 'A, B, C and 2 more'],
])('the names %j are %p', (names, text) => {
  const args = { ...listedNames(names), status: 'registered' };
  expect(render('seat_given', args, 'en').body).toBe(`The organizers registered you: ${text}`);
});
