import type { Logger } from 'pino';
import type { Administrator } from '../../domain/administration/administrators.ts';
import {
  type Attendance,
  type AttendanceAnswer,
  answerOf,
  holdsSeat,
  NO_ATTENDANCE,
} from '../../domain/attendance/attendances.ts';
import type { ClaimProof } from '../../domain/attendance/claim-marks.ts';
import {
  CLAIM_TRIES,
  type ClaimWords,
  claimLimits,
  isProved,
} from '../../domain/attendance/claims.ts';
import {
  emailHashes,
  normalizedTicketCode,
  ticketCodeHashes,
} from '../../domain/attendance/guest-keys.ts';
import { canBeClaimed, checkOpen, type Invitation } from '../../domain/attendance/invitations.ts';
import type { User } from '../../domain/people/users.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { AppError, notFound, unauthorized } from '../../errors.ts';
import type { KeyedHash } from '../../lib/keyed-hashes.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { FailedAttemptsService } from '../people/authentication.service.ts';
import { type Attendables, lockExisting } from './attendables.service.ts';
import type { AttendancesService } from './attendances.service.ts';
import { seatOfClaim } from './free-seats.service.ts';
import { type ClaimNotifier, checkIsNoGiver } from './invitations.service.ts';
import type { ClaimCodesService } from './seat-codes.service.ts';

/** Finds no invitation: a code of an unknown form takes as many statements as a wrong one. */
const NO_ID = 0;

/** A code, and what its claimant says beside it. */
export interface ClaimRequest extends ClaimWords {
  readonly code: string;
}

interface Claimant {
  readonly user: User;
  readonly address: string;
}

/** What a code names; only the invitation under the lock decides whether it is right. */
interface Resolved {
  readonly proof: ClaimProof;
  readonly id: number;
  /** Of a link. */
  readonly epoch: number | null;
}

const noSuchCode = () =>
  new AppError('NOT_FOUND', 'No invitation to this conference has this code');

interface Deps {
  readonly store: Store;
  readonly codes: ClaimCodesService;
  readonly tries: FailedAttemptsService;
  readonly conferences: Attendables<Conference>;
  readonly registrations: AttendancesService<Conference>;
  readonly notifications: ClaimNotifier;
  /** Of the keys of guests. */
  readonly hashOf: KeyedHash;
  readonly log: Logger;
  readonly now: () => Date;
}

/**
 * Makes the invitation of a guest the registration of a user, who has its link or its ticket code, or whom
 * an organizer names.
 */
export class ClaimsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Claims the invitation of a code: its seat, its place in the queue or its check-in becomes that of
   * the user's registration. Safe to repeat by the same user.
   *
   * @throws AppError ALREADY_CLAIMED for a link that another user has claimed; ALREADY_HAS_SEAT if the
   *   user holds a seat by another invitation; RATE_LIMITED after wrong tries; NOT_FOUND for all else
   *   that does not fit, without saying why
   */
  async claim(
    { user, address }: Claimant,
    conferenceId: number,
    request: ClaimRequest,
  ): Promise<AttendanceAnswer> {
    const signed = this.#deps.codes.verify(request.code);
    const proof = signed || isLink(request.code) ? 'link' : 'ticket_code';
    const personKeys = this.#deps.tries.keysOf(user, CLAIM_TRIES);
    return this.#deps.tries.run(claimLimits({ personKeys, address, conferenceId, proof }), {
      compare: async () => {
        const resolved = await this.#resolve(conferenceId, request, { signed, proof });
        return this.#claim(user, conferenceId, { resolved, request, isNotified: false });
      },
      isWrong: (error) => error instanceof AppError && error.code === 'NOT_FOUND',
    });
  }

  /**
   * Claims the invitation of a claim code at a sign-in, and notifies the user of the seat. Never
   * throws: a code that does not fit must not prevent a sign-in.
   */
  async claimAtSignIn(user: User, code: string): Promise<void> {
    const signed = this.#deps.codes.verify(code);
    if (!signed) return;
    try {
      const invitation = await this.#deps.store.invitations.find({ id: signed.invitation_id });
      if (!invitation) return;
      const resolved = { proof: 'link', id: signed.invitation_id, epoch: signed.epoch } as const;
      const request = { code };
      await this.#claim(user, invitation.conference_id, { resolved, request, isNotified: true });
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return;
      this.#deps.log.warn(
        { err: error, user_id: user.id },
        'claims: a claim at a sign-in failed, the link can be opened again',
      );
    }
  }

  /**
   * Makes an open invitation that of a user, whom an organizer has recognized as that guest: they get its
   * ticket type and its check-in, and its seat unless they have one, which then goes to the next in the
   * queue. Safe to repeat.
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
      const conference = await lockExisting(this.#deps.conferences, tx, conferenceId);
      const [person] = await tx.users.lockMany([userId]);
      if (person === undefined) throw notFound('user');
      const guest = await tx.invitations.lock(conferenceId, id);
      if (!guest) throw notFound('invitation');
      if (guest.claimed_by === userId && guest.withdrawn_at === null) return;
      checkOpen(guest);
      await this.#deps.conferences.checkTakesPlace(tx, conference);
      await checkIsNoGiver(tx, conference, userId);
      const current = await this.#attendance(tx, conferenceId, userId);
      const seat = await seatOfClaim(tx, conference, { guest, current });
      const now = this.#deps.now().toISOString();
      const claim = { conferenceId, id, userId, proof: null, now, seat };
      await tx.formAnswers.deleteOfGiver(id);
      await tx.invitationClaims.updateClaimedByCode(claim);
      await tx.audit.record(by, 'conference.merge_invitation', conferenceId, {
        after: { invitation_id: id, user_id: userId },
      });
      if (seat.freed > 0) await this.#deps.registrations.promoteAt(tx, conferenceId);
    });
  }

  async #resolve(
    conferenceId: number,
    { code }: ClaimRequest,
    { signed, proof }: { signed: ReturnType<ClaimCodesService['verify']>; proof: ClaimProof },
  ): Promise<Resolved> {
    // Also for a link, so that no answer takes longer for one kind of code.
    const { all } = ticketCodeHashes(this.#deps.hashOf, code);
    const [found] = await this.#deps.store.invitations.listIdsByTicketCode(conferenceId, all);
    if (signed) return { proof, id: signed.invitation_id, epoch: signed.epoch };
    return { proof, id: (proof === 'ticket_code' ? found : undefined) ?? NO_ID, epoch: null };
  }

  #claim(
    user: User,
    conferenceId: number,
    given: {
      readonly resolved: Resolved;
      readonly request: ClaimRequest;
      readonly isNotified: boolean;
    },
  ): Promise<AttendanceAnswer> {
    const { id, proof } = given.resolved;
    return this.#deps.store.transaction(async (tx) => {
      const conference = await tx.conferences.lockPublic(conferenceId);
      // Before the invitation, as an erasure and an import lock them.
      const [person] = await tx.users.lockMany([user.id]);
      if (person === undefined) throw unauthorized();
      const guest = await tx.invitations.lock(conferenceId, id);
      if (!conference || !guest || !canBeClaimed(conference)) throw noSuchCode();
      const isOwn = guest.claimed_by === user.id && guest.withdrawn_at === null;
      this.#checkFits(guest, user.id, given);
      if (isOwn) return this.#answer(tx, conferenceId, user.id);
      await checkIsNoGiver(tx, conference, user.id);
      const current = await this.#attendance(tx, conferenceId, user.id);
      if (
        holdsSeat(current.status) &&
        (await tx.invitationClaims.findOther(conferenceId, user.id, id))
      ) {
        throw new AppError(
          'ALREADY_HAS_SEAT',
          'You already have a seat at this conference; this code is still free for another person',
        );
      }
      const seat = await seatOfClaim(tx, conference, { guest, current });
      const now = this.#deps.now().toISOString();
      const claim = { conferenceId, id, userId: user.id, proof, now, seat };
      await tx.formAnswers.deleteOfGiver(id);
      await tx.invitationClaims.updateClaimedByCode(claim);
      const isPlaced = seat.attendees === 1 || seat.status === 'waitlisted';
      if (given.isNotified && isPlaced) {
        const placed = seat.status === 'waitlisted' ? 'waitlisted' : 'registered';
        const notice = { conferences: [conference], status: placed, userIds: [user.id] } as const;
        await this.#deps.notifications.seatsClaimed(tx, notice);
      }
      if (seat.freed > 0) await this.#deps.registrations.promoteAt(tx, conferenceId);
      return this.#answer(tx, conferenceId, user.id);
    });
  }

  /** @throws AppError ALREADY_CLAIMED; NOT_FOUND */
  #checkFits(
    guest: Invitation,
    userId: number,
    { resolved, request }: { readonly resolved: Resolved; readonly request: ClaimRequest },
  ): void {
    const isRight =
      resolved.proof === 'link'
        ? guest.claim_epoch === resolved.epoch
        : isProved(guest, {
            code: normalizedTicketCode(request.code),
            last_name: request.last_name,
            emailHashes:
              request.email === undefined ? [] : emailHashes(this.#deps.hashOf, request.email).all,
          });
    const isBarred = guest.barred_user_ids.includes(userId);
    if (!isRight || guest.withdrawn_at !== null || isBarred) throw noSuchCode();
    if (guest.claimed_at === null || guest.claimed_by === userId) return;
    if (resolved.proof === 'ticket_code') throw noSuchCode();
    throw new AppError('ALREADY_CLAIMED', 'Another person has claimed this invitation');
  }

  async #answer(tx: Tx, conferenceId: number, userId: number): Promise<AttendanceAnswer> {
    const conference = await tx.conferences.lock(conferenceId);
    if (!conference) throw noSuchCode();
    return answerOf(conference, await this.#attendance(tx, conferenceId, userId));
  }

  async #attendance(tx: Tx, conferenceId: number, userId: number): Promise<Attendance> {
    return (await tx.conferenceAttendances.lock(conferenceId, userId)) ?? NO_ATTENDANCE;
  }
}

/** Whether a text is meant as a claim link, right or wrong. */
const isLink = (code: string): boolean => /^i_/.test(code.trim());
