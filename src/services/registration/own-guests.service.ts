import { hasEnded, spotsLeft } from '../../domain/attendance/attendables.ts';
import { holdsSeat } from '../../domain/attendance/attendances.ts';
import type { Changes } from '../../domain/changes.ts';
import type { ShareLink } from '../../domain/messaging/start-parameters.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import type { OwnGuest, OwnGuestView } from '../../domain/registration/own-guests.ts';
import type { GuestInput } from '../../domain/registration/wishes.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AttendancesService } from '../attendance/attendances.service.ts';
import { findQuotas } from '../attendance/free-seats.service.ts';
import type { ClaimCodesService } from '../attendance/seat-codes.service.ts';

/** Notifies a user whose guests lost their seats. */
export interface GuestNotifier {
  guestsLapsed(
    tx: Tx,
    conference: Conference,
    lapsed: { readonly userId: number; readonly names: readonly string[] },
  ): Promise<void>;
}

/** Whose guests, and at which conference. */
export interface Inviting {
  readonly userId: number;
  readonly conferenceId: number;
}

/** The guests whom a user brings along. */
export interface BroughtGuests {
  readonly guests: readonly GuestInput[];
  /** Whether all of them get a seat or none. */
  readonly together?: boolean | undefined;
}

/** The guests whom users bring along to a conference: each is a registration that its person claims by a link. */
export class OwnGuestsService {
  readonly #deps;

  constructor(deps: {
    store: Store;
    registrations: AttendancesService<Conference>;
    notifications: GuestNotifier;
    codes: ClaimCodesService;
    shareUrl: ShareLink;
    now: () => Date;
  }) {
    this.#deps = deps;
  }

  async list({ conferenceId, userId }: Inviting): Promise<OwnGuestView[]> {
    const guests = await this.#deps.store.ownGuests.list(conferenceId, userId);
    return guests.map((guest) => this.#view(guest));
  }

  /**
   * Adds guests, each with a seat or at the end of the queue.
   *
   * @throws AppError NOT_FOUND; REGISTRATION_REQUIRED for who has neither a seat nor a place on the
   *   waitlist; GUEST_LIMIT; CONFERENCE_FULL for guests who stay together; CONFERENCE_ENDED,
   *   CONFERENCE_CANCELLED
   */
  async add({ conferenceId, userId }: Inviting, brought: BroughtGuests): Promise<OwnGuestView[]> {
    await this.#deps.store.transaction(async (tx) => {
      const conference = await tx.conferences.lockPublic(conferenceId);
      if (!conference) throw notFound('conference');
      if (conference.status === 'cancelled')
        throw new AppError('CONFERENCE_CANCELLED', 'This conference is cancelled');
      if (hasEnded(conference, this.#deps.now()))
        throw new AppError('CONFERENCE_ENDED', 'This conference is over');
      const own = await tx.conferenceAttendances.lock(conferenceId, userId);
      if (!own || !(holdsSeat(own.status) || own.status === 'waitlisted'))
        throw new AppError('REGISTRATION_REQUIRED', 'Register before you bring guests');
      await this.addIn(tx, conference, userId, brought);
    });
    return this.list({ conferenceId, userId });
  }

  /**
   * As `add`, beside a registration of the user in the same transaction, which holds the lock of the
   * conference.
   *
   * @throws AppError GUEST_LIMIT; CONFERENCE_FULL
   */
  async addIn(
    tx: Tx,
    conference: Conference,
    userId: number,
    { guests, together = false }: BroughtGuests,
  ): Promise<void> {
    if (guests.length === 0) return;
    const { id: conferenceId, guests_per_person } = conference;
    const present = await tx.ownGuests.list(conferenceId, userId);
    if (present.length + guests.length > guests_per_person)
      throw new AppError('GUEST_LIMIT', `You can bring at most ${guests_per_person} guests`);
    const free = await this.#freeSeats(tx, conference, userId, guests.length);
    if (together && free < guests.length)
      throw new AppError('CONFERENCE_FULL', `Only ${free} seats are left for your guests`);
    const seats = Math.min(free, guests.length);
    await tx.ownGuests.insertMany({ conferenceId, invited_by: userId, guests, seats });
  }

  /** The seats that are free for guests, who have the ticket type of the user; at most `wanted`. */
  async #freeSeats(tx: Tx, conference: Conference, userId: number, wanted: number) {
    const spots = spotsLeft(conference) ?? wanted;
    if (!conference.has_ticket_types) return spots;
    const own = await tx.conferenceAttendances.lock(conference.id, userId);
    const quotas = await findQuotas(tx, conference);
    return Math.min(spots, quotas.spotsOf(own?.ticket_type) ?? wanted);
  }

  /** Corrects the names of a guest. @throws AppError NOT_FOUND; ALREADY_CLAIMED */
  async update(
    of: Inviting & { readonly id: number },
    changes: Changes<GuestInput>,
  ): Promise<OwnGuestView> {
    return this.#deps.store.transaction(async (tx) => {
      await this.#lockUnclaimed(tx, of);
      await tx.ownGuests.update(of.conferenceId, of.id, changes);
      return this.#view(await this.#lockUnclaimed(tx, of));
    });
  }

  /** Takes a guest back: their seat goes to the next in the queue. @throws as `update` */
  async withdraw(of: Inviting & { readonly id: number }): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      await this.#lockUnclaimed(tx, of);
      const now = this.#deps.now().toISOString();
      await tx.invitations.updateWithdrawn(of.conferenceId, [of.id], now);
      await this.#deps.registrations.promoteAt(tx, of.conferenceId);
    });
  }

  /**
   * Gives the seats of guests who were not claimed in time to the queue, one conference after the other, and
   * notifies who brought them once.
   */
  async freeSeats(signal: AbortSignal): Promise<{ freed: number }> {
    const { store, now } = this.#deps;
    let freed = 0;
    for (const id of await store.ownGuests.listDueConferences(now().toISOString())) {
      signal.throwIfAborted();
      freed += await store.transaction((tx) => this.#free(tx, id));
    }
    return { freed };
  }

  async #free(tx: Tx, conferenceId: number): Promise<number> {
    const conference = await tx.conferences.lock(conferenceId);
    if (!conference) return 0;
    const lapsed = await tx.ownGuests.listLapsed(conferenceId);
    const now = this.#deps.now().toISOString();
    await tx.invitations.updateWithdrawn(
      conferenceId,
      lapsed.map(({ id }) => id),
      now,
    );
    await this.#deps.registrations.promoteAt(tx, conferenceId);
    for (const [userId, guests] of Map.groupBy(lapsed, ({ invited_by }) => invited_by)) {
      const names = guests.map(({ name }) => name);
      await this.#deps.notifications.guestsLapsed(tx, conference, { userId, names });
    }
    return lapsed.length;
  }

  async #lockUnclaimed(
    tx: Tx,
    { conferenceId, userId, id }: Inviting & { readonly id: number },
  ): Promise<OwnGuest> {
    await tx.conferences.lock(conferenceId);
    const guest = await tx.ownGuests.find(conferenceId, userId, id);
    if (!guest) throw notFound('guest');
    if (guest.is_claimed)
      throw new AppError('ALREADY_CLAIMED', 'This guest has opened their link; the seat is theirs');
    return guest;
  }

  #view({ claim_epoch: epoch, ...guest }: OwnGuest): OwnGuestView {
    if (guest.is_claimed) return { ...guest, claim_link: null };
    const id = guest.registration_id;
    const code = this.#deps.codes.codeOf({ invitation_id: id, epoch });
    return { ...guest, claim_link: this.#deps.shareUrl({ kind: 'claim', id, code }) };
  }
}
