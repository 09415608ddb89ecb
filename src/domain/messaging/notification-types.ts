import type { Notification, NotificationContent, Topic } from './notifications.ts';
import type { StartTarget } from './start-parameters.ts';

export type NotificationType = NotificationContent['type'];

/** The `data` of each type. */
type Data = {
  [T in NotificationType]: (NotificationContent & { readonly type: T })['data'];
};

interface Declaration<D> {
  /** Users can mute it. */
  readonly topic: Topic;
  /** The page that the notification is about; null if it is about nothing but itself. */
  readonly start: (data: D) => StartTarget | null;
  /**
   * The things whose time, place or status the texts state, as `kind:id`: the change of one makes
   * the texts untrue. A notification of several things names each.
   */
  readonly subjects: (data: D) => readonly string[];
  /** `with its things`: no message is sent once all things that it is about have ended. */
  readonly expires: 'never' | 'with its things';
}

const none = () => [];
const ofActor = {
  topic: 'connections',
  start: ({ actor }) => ({ kind: 'user', id: actor.id }),
  subjects: ({ connection_id }) => [`connection:${connection_id}`],
  expires: 'never',
} as const satisfies Declaration<Data['connection_request']>;
const ofEvent = {
  topic: 'events',
  start: ({ event_id }) => ({ kind: 'event', id: event_id }),
  subjects: ({ event_id }) => [`event:${event_id}`],
  expires: 'with its things',
} as const satisfies Declaration<{ event_id: number }>;
const ofAgendaItem = {
  topic: 'events',
  start: ({ agenda_item_id }) => ({ kind: 'agenda_item', id: agenda_item_id }),
  subjects: ({ agenda_item_id }) => [`agenda_item:${agenda_item_id}`],
  expires: 'with its things',
} as const satisfies Declaration<Data['agenda_item_updated']>;
const ofConference = {
  topic: 'conferences',
  start: ({ conference_id }) => ({ kind: 'conference', id: conference_id }),
  subjects: ({ conference_id }) => [`conference:${conference_id}`],
  expires: 'with its things',
} as const satisfies Declaration<{ conference_id: number }>;
type OfSeat = { readonly event_id: number } | { readonly conference_id: number };
const startOfSeat = (data: OfSeat): StartTarget =>
  'event_id' in data
    ? { kind: 'event', id: data.event_id }
    : { kind: 'conference', id: data.conference_id };
const ofSeat = {
  topic: 'events',
  start: startOfSeat,
  subjects: (data) =>
    'event_id' in data
      ? [`event_seat:${data.event_id}`]
      : (data.conference_ids ?? [data.conference_id]).map((id) => `conference_seat:${id}`),
  expires: 'with its things',
} as const satisfies Declaration<Data['seat_given']>;
const ofTask = {
  topic: 'quests',
  start: ({ task_id }) => ({ kind: 'task', id: task_id }),
  subjects: ({ task_id }) => [`quest_task:${task_id}`],
  expires: 'never',
} as const satisfies Declaration<{ task_id: number }>;
const ofQuest = {
  topic: 'quests',
  start: ({ quest_id }) => ({ kind: 'quest', id: quest_id }),
  subjects: ({ quest_id }) => [`quest:${quest_id}`],
  expires: 'never',
} as const satisfies Declaration<{ quest_id: number }>;

type Declarations = { readonly [T in NotificationType]: Declaration<Data[T]> };

/** Every notification type. */
export const NOTIFICATION_TYPES = {
  connection_request: ofActor,
  connection_accepted: ofActor,
  event_approved: { ...ofEvent, expires: 'never' },
  event_rejected: { ...ofEvent, expires: 'never' },
  event_promoted: { ...ofEvent, subjects: ({ event_id }) => [`event_seat:${event_id}`] },
  event_updated: ofEvent,
  event_cancelled: ofEvent,
  programme_changed: {
    topic: 'events',
    start: ({ conference_id, event_ids: [first] }) => {
      if (conference_id !== null) return { kind: 'conference', id: conference_id };
      return first === undefined ? null : { kind: 'event', id: first };
    },
    subjects: ({ event_ids, agenda_item_ids = [], changes }) =>
      changes?.map(({ agenda_item_id }) => `agenda_item:${agenda_item_id}`) ?? [
        ...event_ids.map((id) => `event:${id}`),
        ...agenda_item_ids.map((id) => `agenda_item:${id}`),
      ],
    expires: 'with its things',
  },
  conference_updated: ofConference,
  conference_cancelled: ofConference,
  agenda_item_updated: ofAgendaItem,
  agenda_item_cancelled: ofAgendaItem,
  conference_promoted: {
    ...ofConference,
    subjects: ({ conference_id }) => [`conference_seat:${conference_id}`],
  },
  welcome: {
    ...ofConference,
    subjects: ({ conference_id }) => [`welcome:${conference_id}`],
  },
  seat_check: {
    ...ofConference,
    subjects: ({ conference_id }) => [`conference_seat:${conference_id}`],
  },
  seat_given: ofSeat,
  seat_taken: ofSeat,
  guest_lapsed: {
    ...ofConference,
    subjects: ({ conference_id }) => [`guests:${conference_id}`],
  },
  transfer_returned: {
    ...ofConference,
    subjects: ({ conference_id }) => [`conference_seat:${conference_id}`],
  },
  registration_rejected: {
    topic: 'events',
    start: startOfSeat,
    subjects: (data) =>
      'event_id' in data
        ? [`event_seat:${data.event_id}`]
        : [`conference_seat:${data.conference_id}`],
    expires: 'never',
  },
  warning: { topic: 'messages', start: () => null, subjects: none, expires: 'never' },
  partner_minted: { topic: 'partner', start: () => null, subjects: none, expires: 'never' },
  quest_task_approved: ofTask,
  quest_task_rejected: ofTask,
  quest_registration_approved: ofQuest,
  quest_registration_rejected: ofQuest,
  quest_completed: { ...ofQuest, subjects: none },
  quest_reminder: {
    ...ofQuest,
    subjects: ({ quest_id }) => [`quest_reminder:${quest_id}`],
    expires: 'with its things',
  },
  points_adjusted: {
    topic: 'quests',
    start: ({ quest_id, conference_id }) => {
      if (quest_id !== null) return { kind: 'quest', id: quest_id };
      return conference_id === null ? null : { kind: 'conference', id: conference_id };
    },
    subjects: none,
    expires: 'never',
  },
  session_reminder: {
    topic: 'reminders',
    start: ({ sessions: [first] }) => {
      if (first === undefined) return null;
      const { agenda_item_id, event_id } = first;
      if (agenda_item_id !== null) return { kind: 'agenda_item', id: agenda_item_id };
      return event_id === null ? null : { kind: 'event', id: event_id };
    },
    // Both of an agenda item with an event: the event cancels the item without changing its row.
    subjects: ({ sessions }) =>
      sessions.flatMap(({ event_id, agenda_item_id }) => [
        ...(event_id === null ? [] : [`event:${event_id}`]),
        ...(agenda_item_id === null ? [] : [`agenda_item:${agenda_item_id}`]),
      ]),
    expires: 'with its things',
  },
  rating_request: {
    ...ofConference,
    topic: 'reminders',
    subjects: ({ conference_id, day }) => [
      `rating_day:${conference_id}-${day.replaceAll('-', '')}`,
    ],
  },
  /** Its author says what it opens: `notifications.start`. */
  message: { topic: 'messages', start: () => null, subjects: none, expires: 'never' },
} as const satisfies Declarations;

const declarations: Declarations = NOTIFICATION_TYPES;

interface Declared<T extends NotificationType> {
  readonly type: T;
  readonly data: Data[T];
}

/**
 * What opens when the user presses the notification.
 * @param notice.start what its author has chosen
 */
export const targetOf = <T extends NotificationType>({
  type,
  data,
  start,
}: Declared<T> & { readonly start: StartTarget | null }): StartTarget | null =>
  start ?? declarations[type].start(data);

/** A notification as its user sees it: with what opens. */
export const notificationView = <N extends Notification>(notification: N): N => ({
  ...notification,
  start: targetOf(notification),
});

interface Subjects {
  readonly job_id: number | null;
  /** Of a notice of changes, by subject. */
  readonly before?: object | null;
}

/**
 * The things whose change makes the texts of a notification untrue, as `kind:id`; of a broadcast
 * its job too, which can be recalled.
 */
export function subjectsOf<T extends NotificationType>({
  type,
  data,
  job_id,
  before,
}: Declared<T> & Subjects): readonly string[] {
  if (before) return Object.keys(before);
  const things = declarations[type].subjects(data);
  return job_id === null ? things : [...things, `job:${job_id}`];
}

/** The topic of every type. */
export const TOPIC_OF = Object.fromEntries(
  Object.entries(NOTIFICATION_TYPES).map(([type, { topic }]) => [type, topic]),
) as { readonly [T in NotificationType]: (typeof NOTIFICATION_TYPES)[T]['topic'] };
