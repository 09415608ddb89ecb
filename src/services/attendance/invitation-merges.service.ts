import type { Administrator } from '../../domain/administration/administrators.ts';
import { spotsLeft } from '../../domain/attendance/attendables.ts';
import { NO_ATTENDANCE } from '../../domain/attendance/attendances.ts';
import { claimedSeat } from '../../domain/attendance/claims.ts';
import { checkOpen } from '../../domain/attendance/invitations.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { notFound } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';
import type { Attendables } from './attendables.service.ts';
import type { AttendancesService } from './attendances.service.ts';

interface Deps {
  readonly store: Store;
  readonly conferences: Attendables<Conference>;
  readonly registrations: AttendancesService<Conference>;
  readonly now: () => Date;
}

/** Gives the invitation of a guest to a user, whom an organizer has recognized as that guest. */
export class InvitationMergesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Makes an open invitation that of a user: they get its ticket type and its check-in, and its seat
   * unless they have one, which then goes to the next in the queue. Safe to repeat.
   *
   * @throws AppError NOT_FOUND; CONFLICT for an invitation that is withdrawn or claimed by another;
   *   CONFERENCE_CANCELLED
   */
  async merge(
    by: Administrator,
    conferenceId: number,
    { id, userId }: { readonly id: number; readonly userId: number },
  ): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      const conference = await tx.conferences.lock(conferenceId);
      if (!conference) throw notFound('conference');
      const [person] = await tx.users.lockMany([userId]);
      if (person === undefined) throw notFound('user');
      const guest = await tx.invitations.lock(conferenceId, id);
      if (!guest) throw notFound('invitation');
      if (guest.claimed_by === userId && guest.withdrawn_at === null) return;
      checkOpen(guest);
      await this.#deps.conferences.checkTakesPlace(tx, conference);
      const current = await tx.conferenceAttendances.lock(conferenceId, userId);
      const seat = claimedSeat(guest, (current ?? NO_ATTENDANCE).status, spotsLeft(conference));
      const now = this.#deps.now().toISOString();
      const claim = { conferenceId, id, userId, proof: null, now, seat };
      await tx.invitationClaims.updateClaimedByCode(claim);
      await tx.audit.record(by, 'conference.merge_invitation', conferenceId, {
        after: { invitation_id: id, user_id: userId },
      });
      const after = seat.freed > 0 ? await tx.conferences.lock(conferenceId) : undefined;
      if (after) await this.#deps.registrations.promoteFromWaitlist(tx, after);
    });
  }
}
