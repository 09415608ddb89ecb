import type { NotificationArgs } from './notification-args.ts';
import { REMINDER_MINUTES } from './notification-settings.ts';
import type { NotificationContent } from './notifications.ts';

/** The share of the rate for the reminders of one start: the rest is for what cannot wait. */
export const RATE_SHARE = 0.8;
/** Those of a crowded start are sent at most so much earlier than their users want. */
export const MAX_LEAD_MINUTES = 30;
/** The earliest reminder before a start. */
export const EARLIEST_MINUTES = Math.max(...REMINDER_MINUTES) + MAX_LEAD_MINUTES;

/** Something that begins soon, which a user keeps or has a seat at. */
export interface RemindedSession {
  /** `event:12`, or `agenda_item:7` of an item without an event. */
  readonly thing: string;
  readonly event_id: number | null;
  readonly agenda_item_id: number | null;
  /** Whether the start is that of the event, at which the user has a seat. */
  readonly is_seat: boolean;
  readonly starts_at: string;
  readonly title: string;
  readonly timezone: string;
  readonly place: string | null;
}

type ReminderContent = NotificationContent & { readonly type: 'session_reminder' };

/** The `data` of a reminder of these sessions. */
export const reminderDataOf = (sessions: readonly RemindedSession[]): ReminderContent['data'] => ({
  sessions: sessions.map(({ event_id, agenda_item_id }) => ({ event_id, agenda_item_id })),
});

/** The values in the text of a reminder of these sessions. */
export const reminderArgsOf = (
  sessions: readonly RemindedSession[],
): NotificationArgs<'session_reminder'> => ({
  lines: sessions.map((session) => {
    const { title, starts_at, timezone, place } = session;
    return { title, starts_at, timezone, place, subjects: subjectsIn(session) };
  }),
});

/** The one whose start it is comes first. */
function subjectsIn({ event_id, agenda_item_id, is_seat }: RemindedSession): string[] {
  const event = event_id === null ? [] : [`event:${event_id}`];
  const item = agenda_item_id === null ? [] : [`agenda_item:${agenda_item_id}`];
  return is_seat ? [...event, ...item] : [...item, ...event];
}
