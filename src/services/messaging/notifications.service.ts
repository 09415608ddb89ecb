import type { Attendance } from '../../domain/attendance/attendances.ts';
import type { Actor, NotificationContent } from '../../domain/messaging/notifications.ts';
import { quotedName } from '../../domain/messaging/quoted-names.ts';
import type { Connection } from '../../domain/networking/connections.ts';
import type { User } from '../../domain/people/users.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { changeOf, type EventChange } from '../../domain/programme/event-changes.ts';
import type { Event } from '../../domain/programme/events.ts';
import type { Quest } from '../../domain/quests/quests.ts';
import type { EventNotificationContent } from '../../repositories/messaging/notifications.repository.ts';
import type { Tx } from '../../repositories/store.ts';

/** The texts for changed events. The event's title is appended to `body`. */
const CHANGE_TEXTS: Readonly<Record<EventChange, EventNotificationContent>> = {
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

/** A seat or a place on the waitlist that an administrator changed. */
interface SeatChange {
  readonly userId: number;
  readonly type: 'seat_given' | 'seat_taken';
  readonly status: Attendance['status'];
}

/** By type, and by whether the user is waitlisted now. The name of the attendable is appended. */
const SEAT_TEXTS: Readonly<
  Record<`${SeatChange['type']}:${boolean}`, Readonly<Record<'title' | 'body', string>>>
> = {
  'seat_given:false': { title: 'You have a seat', body: 'The organizers registered you: ' },
  'seat_given:true': {
    title: 'You are on the waitlist',
    body: 'The organizers added you to the waitlist: ',
  },
  'seat_taken:false': {
    title: 'You have no seat any more',
    body: 'The organizers cancelled your attendance: ',
  },
  'seat_taken:true': {
    title: 'You are on the waitlist',
    body: 'The organizers took your seat, and you are on the waitlist now: ',
  },
};

type SettledTask = Readonly<Record<'user_id' | 'quest_id' | 'task_id', number>> & {
  readonly quest_title: string;
};

type Sender = Pick<User, 'id' | 'first_name' | 'last_name' | 'photo_url'>;

const nameOf = ({ first_name, last_name }: Sender) => quotedName([first_name, last_name]);

const actorOf = ({ id, first_name, photo_url }: Sender): Actor => ({ id, first_name, photo_url });

/**
 * Inserts notifications in the caller's transaction, so that they commit with the change. Their
 * NOTIFY wakes the live streams, and the workers if there are messages to send.
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
   * Notifies registered and waitlisted attendees of changed events. Takes the events before and
   * after the change. Sends one statement per kind of change, not per event.
   */
  async eventsChanged(
    tx: Tx,
    { before, after, now }: { before: readonly Event[]; after: readonly Event[]; now: Date },
  ): Promise<void> {
    const beforeById = new Map(before.map((event) => [event.id, event]));
    const byChange = Map.groupBy(after, (event) =>
      changeOf(beforeById.get(event.id) ?? event, event, now),
    );
    for (const [change, events] of byChange) {
      const ids = events.map(({ id }) => id);
      if (!change) continue;
      await tx.notifications.insertForAttendeesOf(ids, CHANGE_TEXTS[change]);
    }
  }

  /** Notifies attendees that these events are cancelled. Call it before the events are deleted. */
  async eventsDeleted(tx: Tx, events: readonly Event[], now: Date): Promise<void> {
    const after = events.map((event) => ({ ...event, status: 'cancelled' as const }));
    await this.eventsChanged(tx, { before: events, after, now });
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

  /** Notifies a user whose seat, or place on the waitlist, an administrator gave or took. */
  async seatChanged(
    tx: Tx,
    of: { readonly event: Event } | { readonly conference: Conference },
    { userId, type, status }: SeatChange,
  ): Promise<void> {
    const [name, id] =
      'event' in of
        ? [of.event.title, { event_id: of.event.id }]
        : [of.conference.name, { conference_id: of.conference.id }];
    const { title, body } = SEAT_TEXTS[`${type}:${status === 'waitlisted'}`];
    await this.#notify(tx, [userId], { type, title, body: body + name, data: { ...id, status } });
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

  /** Notifies a user who completed a quest, with the points of the completion. */
  async questCompleted(
    tx: Tx,
    userId: number,
    { quest, points }: { quest: Pick<Quest, 'id' | 'title'>; points: number },
  ): Promise<void> {
    await this.#notify(tx, [userId], {
      type: 'quest_completed',
      title: 'You completed a quest',
      body: points > 0 ? `${quest.title}: ${points} points more` : quest.title,
      data: { quest_id: quest.id, points },
    });
  }

  /** Notifies a user of the automatic tasks that one run of the worker approved, the first by id. */
  async questTasksSettled(
    tx: Tx,
    { user_id, quest_id, task_id, quest_title }: SettledTask,
    { count, points }: { count: number; points: number },
  ): Promise<void> {
    await this.#notify(tx, [user_id], {
      type: 'quest_task_approved',
      title: count === 1 ? 'A task is done' : `${count} tasks are done`,
      body: points > 0 ? `${quest_title}: ${points} points more` : quest_title,
      data: { quest_id, task_id, points },
    });
  }

  async #notify(tx: Tx, userIds: readonly number[], content: NotificationContent): Promise<void> {
    await tx.notifications.insertForAll(userIds, content);
  }
}
