import type { ClaimNotice } from '../../domain/attendance/claim-notices.ts';
import type {
  Actor,
  ConferenceCancellationReason,
  NotificationContent,
} from '../../domain/messaging/notifications.ts';
import { namesOf, SEAT_TEXTS, type SeatChange } from '../../domain/messaging/seat-texts.ts';
import { shortName } from '../../domain/messaging/short-names.ts';
import type { Connection } from '../../domain/networking/connections.ts';
import type { Mint } from '../../domain/partner/partner-mints.ts';
import type { User } from '../../domain/people/users.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { type EventNotice, eventNotice } from '../../domain/programme/event-changes.ts';
import type { Event } from '../../domain/programme/events.ts';
import type { Tx } from '../../repositories/store.ts';

/** Events before and after a change, at the time of the change. */
interface EventsChange {
  readonly before: readonly Event[];
  readonly after: readonly Event[];
  readonly now: Date;
}

/** The changes of which attendees are notified. */
function noticesOf({ before, after, now }: EventsChange): EventNotice[] {
  const beforeById = new Map(before.map((event) => [event.id, event]));
  return after
    .map((event) => eventNotice(beforeById.get(event.id) ?? event, event, now))
    .filter((notice) => notice !== undefined);
}

const CONFERENCE_TEXTS: Readonly<
  Record<ConferenceCancellationReason, { readonly title: string; readonly body: string }>
> = {
  cancelled: {
    title: 'A conference is cancelled',
    body: 'This conference does not take place: ',
  },
  archived: {
    title: 'A conference is archived',
    body: 'This conference accepts no more registrations and has left the lists: ',
  },
  deleted: {
    title: 'A conference is deleted',
    body: 'The organizers have deleted this conference and its events: ',
  },
};

type Sender = Pick<User, 'id' | 'first_name' | 'last_name' | 'photo_url'>;

const nameOf = ({ first_name, last_name }: Sender) => `“${shortName([first_name, last_name])}”`;

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
      title: 'You have a seat',
      body: `A seat became free, and you are registered now: ${event.title}`,
      data: { event_id: event.id },
    });
  }

  /** Notifies the user who submitted the event, if any, of the approval. */
  async eventApproved(tx: Tx, { id, title, submitted_by }: Event): Promise<void> {
    if (submitted_by === null) return;
    await this.#notify(tx, [submitted_by], {
      type: 'event_approved',
      title: 'Your event is approved',
      body: `It is in the programme now: ${title}`,
      data: { event_id: id },
    });
  }

  /** Notifies the user who submitted the event, if any, of the rejection and its reason. */
  async eventRejected(tx: Tx, { id, title, submitted_by, ...event }: Event): Promise<void> {
    if (submitted_by === null) return;
    const reason = event.rejection_reason;
    await this.#notify(tx, [submitted_by], {
      type: 'event_rejected',
      title: 'Your event is not approved',
      body: reason === null ? title : `${title}: ${reason}`,
      data: { event_id: id, reason },
    });
  }

  /**
   * Notifies attendees, waitlisted ones included, and requesters of changed events. A notice
   * replaces an unread one of the same event from the last 10 minutes.
   */
  async eventsChanged(tx: Tx, change: EventsChange): Promise<void> {
    const notices = noticesOf(change);
    if (notices.length > 0) await tx.eventNotices.insertForAttendees(notices);
  }

  /** Notifies each attendee once of all events that an import changed, in the order of their start. */
  async eventsImported(tx: Tx, conference_id: number | null, change: EventsChange): Promise<void> {
    const after = change.after.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at));
    const notices = noticesOf({ ...change, after });
    if (notices.length === 0) return;
    const title = 'The programme has changed';
    await tx.eventNotices.insertForProgramme({ conference_id, notices, title });
  }

  /**
   * Notifies attendees and requesters that these events are cancelled, except those whom
   * `conferenceCancelled` notifies of the conference `left_out`. Call it before the events are deleted.
   */
  async eventsDeleted(
    tx: Tx,
    events: readonly Event[],
    { now, left_out }: { now: Date; left_out?: number },
  ): Promise<void> {
    const after = events.map((event) => ({ ...event, status: 'cancelled' as const }));
    const notices = noticesOf({ before: events, after, now });
    if (notices.length === 0) return;
    await tx.eventNotices.insertForAttendees(notices, left_out === undefined ? {} : { left_out });
  }

  /**
   * Notifies attendees, waitlisted ones included, and the users who keep agenda items. Users who
   * were notified of the end of the conference get no second notice when it is archived or deleted.
   * Call it before the conference is deleted.
   */
  async conferenceCancelled(
    tx: Tx,
    { id: conference_id, name }: Conference,
    reason: ConferenceCancellationReason,
  ): Promise<void> {
    const { title, body } = CONFERENCE_TEXTS[reason];
    const notice = { conference_id, reason, title, body: body + name };
    await tx.eventNotices.insertForConference(notice);
  }

  /** Notifies attendees who were promoted from the waitlist of a conference. */
  async conferencePromoted(
    tx: Tx,
    conference: Conference,
    userIds: readonly number[],
  ): Promise<void> {
    await this.#notify(tx, userIds, {
      type: 'conference_promoted',
      title: 'You have a seat',
      body: `A seat became free, and you are registered now: ${conference.name}`,
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
    const { title, body } = SEAT_TEXTS[`${type}:${status === 'waitlisted'}`];
    await this.#notify(tx, userIds, { type, title, body: body + name, data: { ...id, status } });
  }

  /** Notifies users of the seats, or places on the waitlist, that their invitations gave them. */
  async seatsClaimed(tx: Tx, { conferences, status, userIds }: ClaimNotice): Promise<void> {
    const { title, body } = SEAT_TEXTS[`seat_given:${status === 'waitlisted'}`];
    const [{ id }, ...others] = conferences;
    await this.#notify(tx, userIds, {
      type: 'seat_given',
      title,
      body: body + namesOf(conferences),
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
      title: `${nameOf(actor)} wants to connect`,
      body: message ?? 'You can say yes or no.',
      data: { connection_id: id, actor: actorOf(actor) },
    } as const;
    await tx.notifications.insertForAll([recipient_id], content, { inAppOnly: isQuiet });
  }

  /** Notifies the sender of a connection request that it was accepted. */
  async connectionAccepted(tx: Tx, { id, requester_id }: Connection, actor: Sender): Promise<void> {
    await this.#notify(tx, [requester_id], {
      type: 'connection_accepted',
      title: `${nameOf(actor)} said yes`,
      body: 'You are connected now.',
      data: { connection_id: id, actor: actorOf(actor) },
    });
  }

  /** Notifies a user that the partner has minted their token; `isQuiet` sends no messenger message. */
  async partnerMinted(
    tx: Tx,
    { id, user_id, token_id, explorer_url }: Mint,
    { isQuiet }: { isQuiet: boolean },
  ): Promise<void> {
    const content = {
      type: 'partner_minted',
      title: 'Your token is minted',
      body: 'You find it in your account of the partner.',
      action_url: explorer_url,
      data: { mint_id: id, token_id, explorer_url },
    } as const;
    await tx.notifications.insertForAll([user_id], content, { inAppOnly: isQuiet });
  }

  async #notify(tx: Tx, userIds: readonly number[], content: NotificationContent): Promise<void> {
    await tx.notifications.insertForAll(userIds, content);
  }
}
