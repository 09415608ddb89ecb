import type { Digest } from '../../domain/messaging/change-notifications.ts';
import type { ConferenceCancellationReason } from '../../domain/messaging/notifications.ts';
import {
  conferenceCancellation,
  conferenceNotification,
} from '../../domain/programme/conference-changes.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { eventNotification } from '../../domain/programme/event-changes.ts';
import type { Event } from '../../domain/programme/events.ts';
import type { SubjectChange } from '../../domain/programme/subject-changes.ts';
import type { Tx } from '../../repositories/store.ts';

/** Events before and after a change, at the time of the change. */
interface EventsChange {
  readonly before: readonly Event[];
  readonly after: readonly Event[];
  readonly now: Date;
}

/** The changes of which attendees are notified. */
function notificationsOf({ before, after, now }: EventsChange): SubjectChange[] {
  const beforeById = new Map(before.map((event) => [event.id, event]));
  return after
    .map((event) => eventNotification(beforeById.get(event.id) ?? event, event, now))
    .filter((notice) => notice !== undefined);
}

/**
 * Notifies the attendees of changed events and conferences. Notifications commit with the caller's
 * transaction.
 */
export class EventNotificationsService {
  readonly #wait: { readonly wait_ms: number };

  /** @param deps.changeWaitMs the time for which a message waits for further changes */
  constructor(deps: { changeWaitMs: number }) {
    this.#wait = { wait_ms: deps.changeWaitMs };
  }

  /**
   * Notifies attendees, waitlisted ones included, and requesters of changed events. A change
   * goes into the open notice of the event.
   */
  async changed(tx: Tx, change: EventsChange): Promise<void> {
    const changes = notificationsOf(change);
    await tx.changeNotifications.upsert(changes, { ...this.#wait, to: 'attendees' });
  }

  /**
   * Notifies each attendee once of all events that an import changed, by their start; those of a source
   * go into the open notice about the programme.
   */
  async imported(
    tx: Tx,
    conference_id: number | null,
    { digest, ...change }: EventsChange & { readonly digest?: Digest | undefined },
  ): Promise<void> {
    await tx.changeNotifications.upsert(notificationsOf(change), {
      ...this.#wait,
      ...digest,
      to: 'attendees',
      programme: { conference_id, is_import: !digest },
    });
  }

  /**
   * Notifies attendees and requesters that these events are cancelled, except those whom
   * `conferenceCancelled` notifies of the conference `left_out`. Call it before the events are deleted.
   */
  async deleted(
    tx: Tx,
    events: readonly Event[],
    { now, ...left_out }: { now: Date; left_out?: number },
  ): Promise<void> {
    const after = events.map((event) => ({ ...event, status: 'cancelled' as const }));
    const changes = notificationsOf({ before: events, after, now });
    await tx.changeNotifications.upsert(changes, { ...this.#wait, ...left_out, to: 'attendees' });
  }

  /**
   * Notifies attendees, waitlisted ones included, and the users who keep agenda items. Users who
   * were notified of the end of the conference get no second notice when it is archived or deleted.
   * Call it before the conference is deleted.
   */
  async conferenceCancelled(
    tx: Tx,
    conference: Conference,
    reason: ConferenceCancellationReason,
  ): Promise<void> {
    await tx.changeNotifications.upsert([conferenceCancellation(conference, reason)], {
      ...this.#wait,
      to: reason === 'cancelled' ? 'all of a conference' : 'all who expect a conference',
    });
  }

  /**
   * Notifies those whom `conferenceCancelled` notifies of other days or another place of a published
   * conference.
   */
  async conferenceMoved(
    tx: Tx,
    { before, after, now }: { before: Conference; after: Conference; now: Date },
  ): Promise<void> {
    const notice = conferenceNotification(before, after, now);
    if (!notice) return;
    await tx.changeNotifications.upsert([notice], { ...this.#wait, to: 'all of a conference' });
  }
}
