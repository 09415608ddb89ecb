import type { Logger } from 'pino';
import { attendableKeys, spotsLeft } from '../../domain/attendance/attendables.ts';
import {
  type ClaimNotification,
  type ConferenceClaims,
  claimNotifications,
} from '../../domain/attendance/claims.ts';
import { canBeClaimed, type InvitationKey } from '../../domain/attendance/invitations.ts';
import type { User } from '../../domain/people/users.ts';
import { type Conference, conferenceSeatsPeople } from '../../domain/programme/conferences.ts';
import { AppError } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AttendancesService } from './attendances.service.ts';

/** Bounds how long a claim locks a conference, since registrations wait for that lock. */
const CLAIMS_PER_TRANSACTION = 500;

/** Notifies users of the seats and places that their invitations gave them. */
export interface ClaimNotifier {
  seatsClaimed(tx: Tx, notice: ClaimNotification): Promise<void>;
}

interface Deps {
  readonly store: Store;
  readonly registrations: AttendancesService<Conference>;
  readonly notifications: ClaimNotifier;
  readonly log: Logger;
  readonly now: () => Date;
}

/** Turns invitations into registrations once the invited people are users. */
export class InvitationsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Claims the open invitations of a user at their sign-in and returns the updated user. Costs one
   * query if there are none to claim. Never throws: a locked conference must not prevent a sign-in,
   * and a later sign-in claims again.
   */
  async claimFor(user: User): Promise<User> {
    try {
      const open = await this.#deps.store.invitationClaims.listOpenFor(user);
      if (open.length === 0) return user;
      await this.claim(open);
      return (await this.#deps.store.users.find(user.id)) ?? user;
    } catch (error) {
      this.#deps.log.warn(
        { err: error, user_id: user.id },
        'invitations: claim failed, retrying at a later sign-in',
      );
      return user;
    }
  }

  /**
   * Claims the open invitations of a conference whose people are users. Call it after an import is
   * committed. A user who was created during the import claims at sign-in if the import was already
   * committed, and is found here otherwise.
   */
  async claimAllOf(conferenceId: number): Promise<void> {
    const due = await this.#deps.store.invitationClaims.listClaimable(conferenceId);
    for (let from = 0; from < due.length; from += CLAIMS_PER_TRANSACTION) {
      await this.claim(due.slice(from, from + CLAIMS_PER_TRANSACTION));
    }
  }

  /**
   * Reopens, for an erasure, the invitations that the user claimed by username, with the seat of
   * the attendance, which is deleted. Leaves out conferences that are over and those where the user
   * has checked in. Requires the locks of the conferences of the user.
   */
  async reopenAllOf(tx: Tx, userId: number, reopened_at: string): Promise<void> {
    const conferenceIds = await tx.invitationClaims.listReopenable(userId, reopened_at);
    if (conferenceIds.length === 0) return;
    await tx.invitationClaims.updateReopened(userId, conferenceIds, reopened_at);
    // A user who has cancelled left no seat; others may be free.
    for (const id of conferenceIds) await this.#deps.registrations.promoteAt(tx, id);
  }

  /**
   * Deletes, for an erasure, all invitations of the user that are claimed or have their messenger
   * id, and gives their seats to the next in the queue. Copies the bars of the user to the hash. Forgets whom the
   * user brought along, and where they were scanned.
   * Requires the locks of the conferences at which an invitation holds a seat.
   */
  async eraseAllOf(tx: Tx, user: User, messengerHash: string): Promise<void> {
    await tx.invitationClaims.updateBarsOfErased(user.id, messengerHash);
    await tx.ownGuests.updateInviterErased(user.id);
    await tx.checkpointScans.deleteAllOf(user.id);
    for (const id of await tx.guests.deleteAllOf(user))
      await this.#deps.registrations.promoteAt(tx, id);
  }

  /**
   * Claims those of the open invitations whose people are users, and notifies these of their seats
   * and places on the waitlist. Invitations of a cancelled conference stay open; a later sign-in
   * claims them if it is published again.
   */
  async claim(open: readonly InvitationKey[]): Promise<void> {
    const byConference = Map.groupBy(open, ({ conference_id }) => conference_id);
    const locked = attendableKeys({ conferences: [...byConference.keys()] });
    await this.#deps.store.limited(locked, () =>
      this.#deps.store.transaction(async (tx) => {
        const conferences = await this.#lockClaimable(tx, [...byConference.keys()]);
        const claims: ConferenceClaims[] = [];
        for (const conference of conferences) {
          const ids = (byConference.get(conference.id) ?? []).map(({ id }) => id);
          const admission = { spots: spotsLeft(conference), now: this.#deps.now().toISOString() };
          const claimed = await tx.invitationClaims.updateClaimed(conference.id, ids, admission);
          claims.push({ conference, ...claimed });
        }
        await this.#notify(tx, claims);
        for (const { conference, freed } of claims) {
          if (freed > 0) await this.#deps.registrations.promoteAt(tx, conference.id);
        }
      }),
    );
  }

  /** A deleted conference has no invitations any more. */
  async #lockClaimable(tx: Tx, ids: readonly number[]): Promise<Conference[]> {
    const locked: Conference[] = [];
    for (const id of ids) {
      const conference = await tx.conferences.lock(id);
      if (conference && canBeClaimed(conference)) locked.push(conference);
    }
    return locked;
  }

  /** Sends no notification about a conference that is over or not public. */
  async #notify(tx: Tx, claims: readonly ConferenceClaims[]): Promise<void> {
    const now = this.#deps.now();
    const noticed = claims.filter(({ conference }) => conferenceSeatsPeople(conference, now));
    for (const notice of claimNotifications(noticed)) {
      await this.#deps.notifications.seatsClaimed(tx, notice);
    }
  }
}

/** @throws AppError CONFLICT for a user who has given their registration away */
export async function checkIsNoGiver(
  tx: Tx,
  { id, transfers_until }: Conference,
  userId: number,
): Promise<void> {
  if (transfers_until === null) return;
  const [giver] = await tx.transfers.listGivers(id, [userId]);
  if (giver !== undefined)
    throw new AppError('CONFLICT', 'This person has given their registration away');
}
