import type { ConferenceCancellationReason } from '../../domain/messaging/notifications.ts';
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

/**
 * Notifies the attendees of changed events and conferences. Notifications commit with the caller's
 * transaction.
 */
export class EventNoticesService {
  /**
   * Notifies attendees, waitlisted ones included, and requesters of changed events. A notice
   * replaces an unread one of the same event from the last 10 minutes.
   */
  async changed(tx: Tx, change: EventsChange): Promise<void> {
    const notices = noticesOf(change);
    if (notices.length > 0) await tx.eventNotices.insertForAttendees(notices);
  }

  /** Notifies each attendee once of all events that an import changed, in the order of their start. */
  async imported(tx: Tx, conference_id: number | null, change: EventsChange): Promise<void> {
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
  async deleted(
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
}
