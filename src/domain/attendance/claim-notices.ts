import type { Conference } from '../programme/conferences.ts';

/** A seat, or a place on the waitlist, that the claim of an invitation gave to a user. */
export interface ClaimedPlace {
  readonly user_id: number;
  readonly status: 'registered' | 'waitlisted';
}

export interface ConferenceClaims {
  readonly conference: Conference;
  readonly places: readonly ClaimedPlace[];
  /** The number of seats that are free now, because their user has one or has cancelled. */
  readonly freed: number;
}

/**
 * The seats and places that users got by their invitations to these conferences, sorted by start.
 */
export interface ClaimNotice {
  readonly conferences: readonly [Conference, ...Conference[]];
  readonly status: ClaimedPlace['status'];
  readonly userIds: readonly number[];
}

/**
 * At most two notices for each user, one for seats and one for places on the waitlist, whatever the
 * number of conferences. Users with the same notice share it.
 */
export function claimNotices(claims: readonly ConferenceClaims[]): ClaimNotice[] {
  const places = claims
    .toSorted((a, b) => a.conference.starts_on.localeCompare(b.conference.starts_on))
    .flatMap(({ conference, places }) => places.map((place) => ({ ...place, conference })));
  const ofUsers = Map.groupBy(places, ({ user_id, status }) => `${status} ${user_id}`);
  const sameNotice = Map.groupBy(ofUsers.values(), (mine) =>
    JSON.stringify([mine[0]?.status, mine.map(({ conference }) => conference.id)]),
  );
  return [...sameNotice.values()].flatMap((users) => {
    const [first, ...others] = users[0] ?? [];
    if (!first) return [];
    const conferences = [first.conference, ...others.map(({ conference }) => conference)] as const;
    const userIds = users.flatMap((mine) => mine.slice(0, 1).map(({ user_id }) => user_id));
    return [{ conferences, status: first.status, userIds }];
  });
}
