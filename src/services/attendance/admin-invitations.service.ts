import type { Administrator } from '../../domain/administration/administrators.ts';
import { seesContacts } from '../../domain/administration/contacts.ts';
import { spotsLeft } from '../../domain/attendance/attendables.ts';
import { type Attendee, type Invitee, withKeptEmail } from '../../domain/attendance/attendees.ts';
import {
  guestKeyChanges,
  keptEmail,
  ticketCodeHashes,
} from '../../domain/attendance/guest-keys.ts';
import {
  checkIdentified,
  checkOpen,
  type Invitation,
  type InvitationChanges,
} from '../../domain/attendance/invitations.ts';
import { differences } from '../../domain/changes.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { type Quotas, typeFullError } from '../../domain/registration/ticket-types.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Encryption } from '../../lib/encryption.ts';
import type { KeyedHash } from '../../lib/keyed-hashes.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import { type Attendables, lockExisting } from './attendables.service.ts';
import { findQuotas } from './free-seats.service.ts';
import type { InvitationsService } from './invitations.service.ts';

/** The change of an invitation that an administrator requests, besides its fields. */
interface InvitationWish {
  readonly status?: 'invited' | undefined;
  readonly over_capacity?: boolean | undefined;
}

interface Deps {
  readonly store: Store;
  readonly conferences: Attendables<Conference>;
  readonly invitations: InvitationsService;
  readonly guestHashOf: KeyedHash;
  readonly encryption: Encryption;
  /** Gives free seats to the queue of a conference. */
  readonly promoteAt: (tx: Tx, conferenceId: number) => Promise<void>;
}

/** Corrects and reopens the invitations that attendee imports made. */
export class AdminInvitationsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Updates the given fields of an open invitation; null clears one. The status `invited` reopens a
   * withdrawn one, also one of a removed attendee: with a seat if one is free, else with the last
   * place of the queue. `over_capacity` gives one that waits a seat even if none is free. If its
   * person is a user now, they claim it at once. Returns its row of the attendee list, or that of
   * the user. Safe to repeat, also after that claim.
   *
   * @throws AppError NOT_FOUND; CONFLICT if it is claimed, or withdrawn and not to be reopened, or
   *   if another invitation has the messenger id, username or ticket code; VALIDATION_ERROR without
   *   a key of the person; TICKET_TYPE_FULL;
   *   CONFERENCE_CANCELLED if it would be reopened or get a seat
   */
  async update(
    by: Administrator,
    conferenceId: number,
    change: {
      readonly id: number;
      readonly given: InvitationChanges & InvitationWish;
    },
  ): Promise<Attendee | Invitee> {
    const { id } = change;
    const { status, over_capacity = false, ticket_code, email, ...given } = change.given;
    await this.#deps.store.transaction(async (tx) => {
      const conference = await lockExisting(this.#deps.conferences, tx, conferenceId);
      const invitation = await tx.invitations.find({ conference_id: conferenceId, id });
      if (!invitation || invitation.erased_key_hashes.length > 0) throw notFound('invitation');
      const crypto = { hashOf: this.#deps.guestHashOf, encryption: this.#deps.encryption };
      const keys = guestKeyChanges(invitation, { ticket_code, email }, crypto);
      const { after } = differences<Invitation>(invitation, given);
      const fields = [
        ...Object.keys(after),
        ...(keys.ticket_code_hash === undefined ? [] : ['ticket_code']),
        ...(keys.email_hash === undefined ? [] : ['email']),
      ];
      const hasAttendee = invitation.claimed_at !== null && invitation.withdrawn_at === null;
      if (fields.length === 0 && hasAttendee) return;
      const isReopened = status === 'invited' && invitation.withdrawn_at !== null;
      const quotas = await findQuotas(tx, conference);
      if (over_capacity) await tx.ticketTypes.updateQuotasLifted();
      let has_seat = invitation.has_seat;
      if (isReopened) has_seat = await this.#reopen(tx, by, { conference, invitation, quotas });
      else checkOpen(invitation);
      if (over_capacity) await this.#seat(tx, by, { conference, id });
      if (fields.length === 0) return;
      const isTypeFull = after.ticket_type !== undefined && quotas.isFull(after.ticket_type);
      if (isTypeFull && has_seat && !over_capacity) throw typeFullError();
      const changes = { ...after, ...keys };
      checkIdentified({ ...invitation, ...changes });
      if (ticket_code && keys.ticket_code_hash) {
        const hashes = ticketCodeHashes(this.#deps.guestHashOf, ticket_code).all;
        const ids = await tx.invitations.listIdsByTicketCode(conferenceId, hashes);
        if (ids.some((other) => other !== id)) {
          throw conflict('ticket_code', 'another invitation has it', 'taken');
        }
      }
      await tx.invitations.update(conferenceId, id, changes);
      if (after.ticket_type !== undefined && conference.has_ticket_types) {
        await this.#deps.promoteAt(tx, conferenceId);
      }
      // Records only the names of the fields: an erasure could not find the values.
      await tx.audit.record(by, 'conference.update_invitation', conferenceId, {
        after: { invitation_id: id, fields },
      });
    });
    const claim = () => this.#deps.invitations.claim([{ id, conference_id: conferenceId }]);
    // For who may not know whom a contact belongs to, the answer is the same whether it is a user's.
    if (by.conference_ids === null && seesContacts(by)) await claim();
    const row = await this.#row(conferenceId, id);
    await claim();
    return row;
  }

  async #reopen(
    tx: Tx,
    by: Administrator,
    given: {
      readonly conference: Conference;
      readonly invitation: Invitation;
      readonly quotas: Quotas;
    },
  ): Promise<boolean> {
    const { conference, quotas } = given;
    const { id, ticket_type } = given.invitation;
    await this.#deps.conferences.checkTakesPlace(tx, conference);
    const hasSeat = spotsLeft(conference) !== 0 && !quotas.isFull(ticket_type);
    await tx.invitations.updateWithdrawnReopened(conference.id, id, { hasSeat });
    await tx.audit.record(by, 'conference.reopen_invitation', conference.id, {
      after: { invitation_id: id },
    });
    return hasSeat;
  }

  async #seat(
    tx: Tx,
    by: Administrator,
    { conference, id }: { readonly conference: Conference; readonly id: number },
  ): Promise<void> {
    await this.#deps.conferences.checkTakesPlace(tx, conference);
    const isOver = spotsLeft(conference) === 0;
    if (!(await tx.invitations.updateSeated(conference.id, id, { isOver }))) return;
    await tx.audit.record(by, 'conference.update_invitation', conference.id, {
      after: { invitation_id: id, over_capacity: true },
    });
  }

  async #row(conferenceId: number, id: number): Promise<Attendee | Invitee> {
    const rows = this.#deps.store.read.adminConferenceAttendees;
    const invitee = await rows.findInvitee(conferenceId, id);
    if (invitee)
      return withKeptEmail(invitee, (stored) => keptEmail(this.#deps.encryption, stored));
    const claimedBy = (await this.#deps.store.invitations.find({ id }))?.claimed_by;
    const attendee = claimedBy && (await rows.findAttendee(conferenceId, claimedBy));
    if (!attendee) throw notFound('invitation');
    return attendee;
  }
}
