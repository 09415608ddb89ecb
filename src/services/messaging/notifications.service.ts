import type { Actor, NotificationContent } from '../../domain/messaging/notifications.ts';
import type { Connection } from '../../domain/networking/connections.ts';
import type { User } from '../../domain/people/users.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { changeOf, type EventChange } from '../../domain/programme/event-changes.ts';
import type { Event } from '../../domain/programme/events.ts';
import type {
  EventNotificationContent,
  QueuedMessages,
} from '../../repositories/messaging/notifications.repository.ts';
import type { Tx } from '../../repositories/store.ts';

/** The notices of what becomes of events; the title of the event follows. */
const NOTICES: Readonly<Record<EventChange, EventNotificationContent>> = {
  cancelled: {
    type: 'event_cancelled',
    title: 'An event is cancelled',
    body: 'This event does not take place: ',
  },
  revived: {
    type: 'event_updated',
    title: 'An event takes place after all',
    body: 'This event is not cancelled any more: ',
  },
  time: {
    type: 'event_updated',
    title: 'An event has changed',
    body: 'The time of this event has changed: ',
  },
  place: {
    type: 'event_updated',
    title: 'An event has changed',
    body: 'The place of this event has changed: ',
  },
  time_and_place: {
    type: 'event_updated',
    title: 'An event has changed',
    body: 'The time and the place of this event have changed: ',
  },
};

/** A title has room for 200 characters; names of the messenger can be longer. */
const MAX_NAME = 150;

function nameOf({ first_name, last_name }: User): string {
  const name = [...[first_name, last_name].filter(Boolean).join(' ')];
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME).join('')}…` : name.join('');
}

const actorOf = ({ id, first_name, photo_url }: User): Actor => ({ id, first_name, photo_url });

/** Methods that take a `tx` join their caller's transaction: no change without its notification. */
export class NotificationsService {
  /** Tells people that a seat became free for them. */
  async eventPromoted(tx: Tx, event: Event, userIds: readonly number[]): Promise<void> {
    await this.#tell(tx, userIds, {
      type: 'event_promoted',
      title: 'You have a seat',
      body: `A seat became free, and you are registered now: ${event.title}`,
      data: { event_id: event.id },
    });
  }

  /** Tells who asked for an event, if somebody did, that it is in the programme. */
  async eventApproved(tx: Tx, { id, title, submitted_by }: Event): Promise<void> {
    if (submitted_by === null) return;
    await this.#tell(tx, [submitted_by], {
      type: 'event_approved',
      title: 'Your event is approved',
      body: `It is in the programme now: ${title}`,
      data: { event_id: id },
    });
  }

  /** Tells who asked for an event, if somebody did, that it is not taken up, and why. */
  async eventRejected(tx: Tx, { id, title, submitted_by, ...event }: Event): Promise<void> {
    if (submitted_by === null) return;
    const reason = event.rejection_reason;
    await this.#tell(tx, [submitted_by], {
      type: 'event_rejected',
      title: 'Your event is not approved',
      body: reason === null ? title : `${title}: ${reason}`,
      data: { event_id: id, reason },
    });
  }

  /**
   * Tells all who go to these events, or wait for them, what became of them: as they were and as
   * they are now. One statement for each kind of news, however many events.
   */
  async eventsChanged(
    tx: Tx,
    { before, after, now }: { before: readonly Event[]; after: readonly Event[]; now: Date },
  ): Promise<void> {
    const was = new Map(before.map((event) => [event.id, event]));
    const byChange = Map.groupBy(after, (event) =>
      changeOf(was.get(event.id) ?? event, event, now),
    );
    for (const [change, events] of byChange) {
      const ids = events.map(({ id }) => id);
      if (change) await this.#send(tx, tx.notifications.insertForAttendeesOf(ids, NOTICES[change]));
    }
  }

  /** The same of events that are about to be deleted. */
  async eventsDeleted(tx: Tx, events: readonly Event[], now: Date): Promise<void> {
    const after = events.map((event) => ({ ...event, status: 'cancelled' as const }));
    await this.eventsChanged(tx, { before: events, after, now });
  }

  /** Tells people that a seat became free for them. */
  async conferencePromoted(
    tx: Tx,
    conference: Conference,
    userIds: readonly number[],
  ): Promise<void> {
    await this.#tell(tx, userIds, {
      type: 'conference_promoted',
      title: 'You have a seat',
      body: `A seat became free, and you are registered now: ${conference.name}`,
      data: { conference_id: conference.id },
    });
  }

  /** Tells somebody that they are asked to connect. */
  async connectionRequested(
    tx: Tx,
    { id, recipient_id, message }: Connection,
    actor: User,
  ): Promise<void> {
    await this.#tell(tx, [recipient_id], {
      type: 'connection_request',
      title: `${nameOf(actor)} wants to connect`,
      body: message ?? 'You can say yes or no.',
      data: { connection_id: id, actor: actorOf(actor) },
    });
  }

  /** Tells who asked somebody to connect that they said yes. */
  async connectionAccepted(tx: Tx, { id, requester_id }: Connection, actor: User): Promise<void> {
    await this.#tell(tx, [requester_id], {
      type: 'connection_accepted',
      title: `${nameOf(actor)} said yes`,
      body: 'You are connected now.',
      data: { connection_id: id, actor: actorOf(actor) },
    });
  }

  /** The same notice to each of these people. */
  async #tell(tx: Tx, userIds: readonly number[], notice: NotificationContent): Promise<void> {
    await this.#send(tx, tx.notifications.insertForAll(userIds, notice));
  }

  /** Has a worker bring what goes out by the messenger, once all of this has committed. */
  async #send(tx: Tx, telling: Promise<QueuedMessages>): Promise<void> {
    const { messages } = await telling;
    if (messages > 0) await tx.jobs.add('send-messages', null);
  }
}
