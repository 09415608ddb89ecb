import type { ClaimNotification } from '../../domain/attendance/claims.ts';
import {
  listedNames,
  type NotificationEvent,
  shortName,
} from '../../domain/messaging/notification-args.ts';
import type { Actor, SeatChange } from '../../domain/messaging/notifications.ts';
import type { Connection } from '../../domain/networking/connections.ts';
import type { Mint } from '../../domain/partner/partner-mints.ts';
import type { User } from '../../domain/people/users.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import type { Event } from '../../domain/programme/events.ts';
import type { Tx } from '../../repositories/store.ts';

type Sender = Pick<User, 'id' | 'first_name' | 'last_name' | 'photo_url'>;

const nameOf = ({ first_name, last_name }: Sender) => shortName([first_name, last_name]);

const actorOf = ({ id, first_name, photo_url }: Sender): Actor => ({ id, first_name, photo_url });

/**
 * Inserts notifications in the caller's transaction, so that they commit with the change. A
 * NOTIFY after the commit wakes the live streams, and the workers if there are messages to send.
 */
export class NotificationsService {
  /** Notifies attendees who were promoted from the waitlist of an event. */
  async eventPromoted(tx: Tx, event: Event, userIds: readonly number[]): Promise<void> {
    await this.#notify(tx, userIds, {
      type: 'event_promoted',
      args: { name: event.title },
      data: { event_id: event.id },
    });
  }

  /** Notifies the user who submitted the event, if any, of the approval. */
  async eventApproved(tx: Tx, { id, title, submitted_by }: Event): Promise<void> {
    if (submitted_by === null) return;
    await this.#notify(tx, [submitted_by], {
      type: 'event_approved',
      args: { title },
      data: { event_id: id },
    });
  }

  /** Notifies the user who submitted the event, if any, of the rejection and its reason. */
  async eventRejected(tx: Tx, { id, title, submitted_by, ...event }: Event): Promise<void> {
    if (submitted_by === null) return;
    const reason = event.rejection_reason;
    await this.#notify(tx, [submitted_by], {
      type: 'event_rejected',
      args: { title, reason },
      data: { event_id: id, reason },
    });
  }

  /** Notifies attendees who were promoted from the waitlist of a conference. */
  async conferencePromoted(
    tx: Tx,
    conference: Conference,
    userIds: readonly number[],
  ): Promise<void> {
    await this.#notify(tx, userIds, {
      type: 'conference_promoted',
      args: { name: conference.name },
      data: { conference_id: conference.id },
    });
  }

  /** Notifies users whose seats, or places on the waitlist, an administrator gave or took. */
  async seatsChanged(
    tx: Tx,
    of: { readonly event: Event } | { readonly conference: Conference },
    { userIds, type, status }: SeatChange,
  ): Promise<void> {
    const [name, id] =
      'event' in of
        ? [of.event.title, { event_id: of.event.id }]
        : [of.conference.name, { conference_id: of.conference.id }];
    const args = { ...listedNames([name]), status };
    await this.#notify(tx, userIds, { type, args, data: { ...id, status } });
  }

  /** Notifies users whose requests for a seat the organizers rejected, in the organizers' words. */
  async registrationsRejected(
    tx: Tx,
    of: { readonly event: Event } | { readonly conference: Conference },
    { userIds, reason }: { readonly userIds: readonly number[]; readonly reason: string | null },
  ): Promise<void> {
    const [title, id] =
      'event' in of
        ? [of.event.title, { event_id: of.event.id }]
        : [of.conference.name, { conference_id: of.conference.id }];
    await this.#notify(tx, userIds, {
      type: 'registration_rejected',
      args: { title, reason },
      data: { ...id, reason },
    });
  }

  /** Notifies a user whose guests have not claimed their seats in time. */
  async guestsLapsed(
    tx: Tx,
    { id, name }: Conference,
    { userId, names }: { readonly userId: number; readonly names: readonly string[] },
  ): Promise<void> {
    await this.#notify(tx, [userId], {
      type: 'guest_lapsed',
      args: { name, guests: names.join(', ') },
      data: { conference_id: id, names },
    });
  }

  /** Notifies users of registrations that they gave away, and that nobody has claimed. */
  async transferReturned(
    tx: Tx,
    { id, name }: Conference,
    userIds: readonly number[],
  ): Promise<void> {
    await this.#notify(tx, userIds, {
      type: 'transfer_returned',
      args: { name },
      data: { conference_id: id },
    });
  }

  /** Notifies users of the seats, or places on the waitlist, that their invitations gave them. */
  async seatsClaimed(tx: Tx, { conferences, status, userIds }: ClaimNotification): Promise<void> {
    const [{ id }, ...others] = conferences;
    await this.#notify(tx, userIds, {
      type: 'seat_given',
      args: { ...listedNames(conferences.map(({ name }) => name)), status },
      data: {
        conference_id: id,
        ...(others.length > 0 && { conference_ids: conferences.map((one) => one.id) }),
        status,
      },
    });
  }

  /** Notifies the recipient of a connection request; `isQuiet` sends no messenger message. */
  async connectionRequested(
    tx: Tx,
    { id, recipient_id, message }: Connection,
    { actor, isQuiet }: { actor: Sender; isQuiet: boolean },
  ): Promise<void> {
    const content = {
      type: 'connection_request',
      args: { name: nameOf(actor), message },
      data: { connection_id: id, actor: actorOf(actor) },
    } as const;
    await tx.notifications.insertForAll([recipient_id], content, { inAppOnly: isQuiet });
  }

  /** Notifies the sender of a connection request that it was accepted. */
  async connectionAccepted(tx: Tx, { id, requester_id }: Connection, actor: Sender): Promise<void> {
    await this.#notify(tx, [requester_id], {
      type: 'connection_accepted',
      args: { name: nameOf(actor) },
      data: { connection_id: id, actor: actorOf(actor) },
    });
  }

  /** Notifies both users that they are connected because they met. */
  async connectionMet(
    tx: Tx,
    { id }: Pick<Connection, 'id'>,
    parties: readonly Sender[],
  ): Promise<void> {
    for (const actor of parties) {
      const others = parties.filter((party) => party.id !== actor.id);
      await this.#notify(
        tx,
        others.map((other) => other.id),
        {
          type: 'connection_accepted',
          args: { name: nameOf(actor), is_met: true },
          data: { connection_id: id, actor: actorOf(actor) },
        },
      );
    }
  }

  /** Asks users to rate the sessions of a day. */
  async ratingsRequested(
    tx: Tx,
    { id, name, day }: Pick<Conference, 'id' | 'name'> & { readonly day: string },
    userIds: readonly number[],
  ): Promise<void> {
    const content = {
      type: 'rating_request',
      args: { name, day },
      data: { conference_id: id, day },
    } as const;
    await tx.notifications.insertForAll(userIds, content, { isReminder: true });
  }

  /** Notifies a user that the organizers warn them. */
  async userWarned(tx: Tx, userId: number): Promise<void> {
    await this.#notify(tx, [userId], { type: 'warning', args: {}, data: {} });
  }

  /** Notifies a user that the partner has minted their token; `isQuiet` sends no messenger message. */
  async partnerMinted(
    tx: Tx,
    { id, user_id, token_id, explorer_url }: Mint,
    { isQuiet }: { isQuiet: boolean },
  ): Promise<void> {
    const content = {
      type: 'partner_minted',
      args: {},
      action_url: explorer_url,
      data: { mint_id: id, token_id, explorer_url },
    } as const;
    await tx.notifications.insertForAll([user_id], content, { inAppOnly: isQuiet });
  }

  async #notify(tx: Tx, userIds: readonly number[], content: NotificationEvent): Promise<void> {
    await tx.notifications.insertForAll(userIds, content);
  }
}
