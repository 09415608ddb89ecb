import type { Tx } from '../db/store.ts';
import type { Conference } from '../domain/conferences.ts';
import type { Event } from '../domain/events.ts';

/** Methods that take a `tx` join their caller's transaction: no change without its notification. */
export class NotificationsService {
  /** Tells people that a seat became free for them. */
  async eventPromoted(tx: Tx, event: Event, userIds: readonly number[]): Promise<void> {
    await tx.notifications.insertForAll(userIds, {
      type: 'event_promoted',
      title: 'You have a seat',
      body: `A seat became free, and you are registered now: ${event.title}`,
      data: { event_id: event.id },
    });
  }

  /** Tells people that a seat became free for them. */
  async conferencePromoted(
    tx: Tx,
    conference: Conference,
    userIds: readonly number[],
  ): Promise<void> {
    await tx.notifications.insertForAll(userIds, {
      type: 'conference_promoted',
      title: 'You have a seat',
      body: `A seat became free, and you are registered now: ${conference.name}`,
      data: { conference_id: conference.id },
    });
  }
}
