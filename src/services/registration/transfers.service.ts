import { hasEnded } from '../../domain/attendance/attendables.ts';
import type { ShareLink } from '../../domain/messaging/start-parameters.ts';
import { startOf } from '../../domain/programme/conference-changes.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import {
  MAX_TRANSFERS,
  type OpenTransfer,
  refusalOfTransfer,
  type TransferRefusal,
} from '../../domain/registration/transfers.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AttendancesService } from '../attendance/attendances.service.ts';
import type { ClaimCodesService } from '../attendance/seat-codes.service.ts';
import type { Inviting } from './own-guests.service.ts';

/** Notifies a user of a registration that is theirs again, since nobody has claimed it. */
export interface TransferNotifier {
  transferReturned(tx: Tx, conference: Conference, userIds: readonly number[]): Promise<void>;
}

/** The link by which another person takes a registration over, until the conference starts. */
export interface TransferView {
  readonly claim_link: string | null;
  readonly expires_at: string;
}

const BATCH = 100;

/**
 * A user gives their registration to another person, who claims it by a link. The row keeps its seat and its
 * type, so there is no moment in which the queue could take the seat.
 */
export class TransfersService {
  readonly #deps;

  constructor(deps: {
    store: Store;
    registrations: AttendancesService<Conference>;
    notifications: TransferNotifier;
    codes: ClaimCodesService;
    shareUrl: ShareLink;
    now: () => Date;
  }) {
    this.#deps = deps;
  }

  /** The open transfer of a user. */
  async find({ conferenceId, userId }: Inviting): Promise<TransferView | undefined> {
    const open = await this.#deps.store.transfers.findOpen({ conferenceId, userId });
    const conference = open && (await this.#deps.store.conferences.find(conferenceId));
    return conference && this.#view(conference, open);
  }

  /**
   * Opens a transfer. Safe to repeat: an open one is returned with `created: false`.
   *
   * @throws AppError NOT_FOUND; TRANSFER_CLOSED; TRANSFER_AT_SHOP; CONFLICT after the check-in, without a
   *   seat, with unclaimed guests, and after three transfers
   */
  async give(of: Inviting): Promise<TransferView & { readonly created: boolean }> {
    return this.#deps.store.transaction(async (tx) => {
      const conference = await tx.conferences.lockPublic(of.conferenceId);
      if (!conference) throw notFound('conference');
      await tx.users.lockAllowingReferences(of.userId);
      const open = await tx.transfers.findOpen(of);
      if (open) return { ...this.#view(conference, open), created: false };
      this.#checkOpen(conference);
      const refusal = refusalOfTransfer(await tx.transfers.findFacts(of));
      if (refusal) throw REFUSALS[refusal]();
      const given = await tx.transfers.updateGiven(of);
      return { ...this.#view(conference, given), created: true };
    });
  }

  /** Takes a registration back that nobody has claimed. Safe to repeat. @throws AppError NOT_FOUND */
  async takeBack(of: Inviting): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      if (!(await tx.conferences.lockPublic(of.conferenceId))) throw notFound('conference');
      await this.#takeBack(tx, of);
    });
  }

  /** Gives registrations back that nobody has claimed when their conference starts, and notifies the givers. */
  async returnUnclaimed(signal: AbortSignal): Promise<{ returned: number }> {
    const { store, now } = this.#deps;
    const due = await store.transfers.listUnclaimedAtStart(now().toISOString(), BATCH);
    let returned = 0;
    for (const of of due) {
      signal.throwIfAborted();
      await store.transaction(async (tx) => {
        const conference = await tx.conferences.lock(of.conferenceId);
        if (!conference || !(await this.#takeBack(tx, of))) return;
        await this.#deps.notifications.transferReturned(tx, conference, [of.userId]);
        returned += 1;
      });
    }
    return { returned };
  }

  /** The seat goes to the queue if its giver has been erased or blocked, or is registered again. */
  async #takeBack(tx: Tx, { conferenceId, userId }: Inviting): Promise<boolean> {
    const user = await tx.users.lockAllowingReferences(userId);
    const open = await tx.transfers.findOpen({ conferenceId, userId });
    if (!open) return false;
    const now = this.#deps.now().toISOString();
    const own = await tx.conferenceAttendances.lock(conferenceId, userId);
    const isRegistered = own !== undefined && own.status !== 'cancelled';
    if (user && user.erased_at === null && !user.is_blocked && !isRegistered) {
      await tx.transfers.updateTakenBack({ conferenceId, userId, now });
      return true;
    }
    await tx.invitations.updateWithdrawn(conferenceId, [open.registration_id], now);
    await this.#deps.registrations.promoteAt(tx, conferenceId);
    return false;
  }

  #checkOpen(conference: Conference): void {
    const { transfers_until: until, status } = conference;
    const now = this.#deps.now();
    const isOpen = until !== null && Date.parse(until) > now.getTime() && status === 'published';
    if (!isOpen || hasEnded(conference, now))
      throw new AppError(
        'TRANSFER_CLOSED',
        'Registrations of this conference cannot be given away now',
      );
  }

  #view(conference: Conference, { registration_id: id, claim_epoch }: OpenTransfer): TransferView {
    const code = this.#deps.codes.codeOf({ invitation_id: id, epoch: claim_epoch });
    return {
      claim_link: this.#deps.shareUrl({ kind: 'claim', id, code }),
      expires_at: startOf(conference),
    };
  }
}

const conflict = (sentence: string) => new AppError('CONFLICT', sentence);

const REFUSALS: Readonly<Record<TransferRefusal, () => AppError>> = {
  no_seat: () => conflict('Only a registration with a seat can be given away'),
  checked_in: () => conflict('You have already checked in'),
  shop: () =>
    new AppError(
      'TRANSFER_AT_SHOP',
      'Your ticket is of a ticket shop: change the name of the ticket there',
    ),
  guests: () => conflict('Take back your guests who have not claimed their seat'),
  limit: () => conflict(`You have given ${MAX_TRANSFERS} registrations away already`),
};
