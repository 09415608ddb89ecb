import type { Administrator } from '../../domain/administration/administrators.ts';
import { spotsLeft } from '../../domain/attendance/attendables.ts';
import type { StoredInvitee } from '../../domain/attendance/attendees.ts';
import { checkInBy } from '../../domain/attendance/check-ins.ts';
import { type NewWalkIn, refusalOfChange } from '../../domain/attendance/invitations.ts';
import type { ShareLink } from '../../domain/messaging/start-parameters.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { typeFullError } from '../../domain/registration/ticket-types.ts';
import { notFound } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';
import { type Attendables, fullError, lockExisting } from './attendables.service.ts';
import { findQuotas } from './free-seats.service.ts';
import type { ClaimCodesService, GuestCodesService } from './seat-codes.service.ts';

/** What the desk wants for a person who comes without a ticket. */
export interface WalkInWish {
  readonly person: NewWalkIn;
  /** Whether they come in at once. */
  readonly isCheckedIn: boolean;
  readonly over_capacity: boolean;
}

/** A walk-in, as the row of their invitation, and the codes for their badge and their phone. */
export interface WalkIn {
  readonly invitee: StoredInvitee;
  readonly guest_code: string;
  /** Null without an address of the mini app. */
  readonly claim_link: string | null;
}

interface Deps {
  readonly store: Store;
  readonly conferences: Attendables<Conference>;
  readonly guestCodes: GuestCodesService;
  readonly claimCodes: ClaimCodesService;
  readonly shareUrl: ShareLink;
  readonly now: () => Date;
}

/** People whom the desk adds by their name alone: guests with a seat, who can claim it later. */
export class WalkInsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Adds a guest with a seat, beyond the capacity only if the wish says so. Each call adds another
   * one: two people can have one name.
   *
   * @throws AppError NOT_FOUND; CONFERENCE_FULL; TICKET_TYPE_FULL; CONFERENCE_CANCELLED
   */
  async add(by: Administrator, conferenceId: number, wish: WalkInWish): Promise<WalkIn> {
    const seat = await this.#deps.store.transaction(async (tx) => {
      const conference = await lockExisting(this.#deps.conferences, tx, conferenceId);
      await this.#deps.conferences.checkTakesPlace(tx, conference);
      const isOver = spotsLeft(conference) === 0;
      if (isOver && !wish.over_capacity) throw fullError(this.#deps.conferences);
      const quotas = await findQuotas(tx, conference);
      const isOverQuota = quotas.isFull(wish.person.ticket_type);
      if (isOverQuota && !wish.over_capacity) throw typeFullError();
      if (isOverQuota) await tx.ticketTypes.updateQuotasLifted();
      const checked_in_at = wish.isCheckedIn ? this.#deps.now().toISOString() : null;
      const inserted = await tx.guests.insertWalkIn(conferenceId, wish.person, {
        isOver,
        checkIn: checked_in_at === null ? null : checkInBy(by, checked_in_at),
      });
      await tx.audit.record(by, 'conference.add_walk_in', conferenceId, {
        after: {
          invitation_id: inserted.id,
          ...(checked_in_at && { checked_in_at }),
          ...((isOver || isOverQuota) && { over_capacity: true }),
        },
      });
      return inserted;
    });
    const { id: invitation_id, queue_number } = seat;
    const rows = this.#deps.store.read.adminConferenceAttendees;
    const invitee = await rows.findInvitee(conferenceId, invitation_id);
    if (!invitee) throw notFound('invitation');
    const badge = { conference_id: conferenceId, invitation_id, queue_number };
    const code = this.#deps.claimCodes.codeOf({ invitation_id, epoch: 0 });
    return {
      invitee,
      guest_code: this.#deps.guestCodes.codeOf(badge),
      claim_link: this.#deps.shareUrl({ kind: 'claim', id: invitation_id, code }),
    };
  }

  /** The code on the badge of a guest; null once the invitation is claimed, withdrawn or deleted. */
  async findGuestCode(invitation_id: number): Promise<string | null> {
    const guest = await this.#deps.store.invitations.find({ id: invitation_id });
    if (!guest || refusalOfChange(guest)) return null;
    return this.#deps.guestCodes.codeOf({ ...guest, invitation_id });
  }
}
