import { TOPICS, type Topic } from './notifications.ts';

/** No messenger message is sent in these hours. `end` before `start` is on the next day. */
export interface QuietHours {
  /** `HH:MM`, like `end`. */
  readonly start: string;
  readonly end: string;
  readonly timezone: string;
  /** Whether they also hold back the change of something that begins before they end. */
  readonly strict: boolean;
}

/** The minutes before the start at which a user may want to be reminded; 0 for never. */
export const REMINDER_MINUTES = [0, 5, 10, 30] as const;
/** What users are reminded of: the agenda items that they keep, and the events that have a seat for them. */
export const REMINDED = ['favorites', 'seats'] as const;

/** When and of which sessions a user is reminded. */
export interface ReminderPreference {
  readonly minutes: (typeof REMINDER_MINUTES)[number];
  readonly for: readonly (typeof REMINDED)[number][];
}

/** Of users without settings. */
export const DEFAULT_REMINDERS: ReminderPreference = { minutes: 10, for: REMINDED };

/** A row of settings. The `quiet_` fields are all null or all set, apart from `quiet_strict`. */
export interface NotificationSettings {
  readonly muted_topics: readonly Topic[];
  /** `HH:MM:SS`, like `quiet_end`. */
  readonly quiet_start: string | null;
  readonly quiet_end: string | null;
  readonly quiet_timezone: string | null;
  readonly quiet_strict: boolean;
  readonly seen_up_to: number;
  readonly reminder_minutes: ReminderPreference['minutes'];
  readonly reminder_for: ReminderPreference['for'];
}

/** What the messenger delivers to a user, and when. */
export interface NotificationPreferences {
  readonly topics: Readonly<Record<Topic, boolean>>;
  readonly quiet_hours: QuietHours | null;
  readonly reminders: ReminderPreference;
}

/** Missing fields stay unchanged. Quiet hours change as a whole; null removes them. */
export interface PreferencesChange {
  readonly topics?: { readonly [T in Topic]?: boolean | undefined } | undefined;
  readonly quiet_hours?: QuietHours | null | undefined;
  readonly reminders?:
    | { readonly [F in keyof ReminderPreference]?: ReminderPreference[F] | undefined }
    | undefined;
}

/** Without settings every topic is on, and the reminders are `DEFAULT_REMINDERS`. */
export function preferencesOf(settings: NotificationSettings | undefined): NotificationPreferences {
  const isOn = (topic: Topic) => !settings?.muted_topics.includes(topic);
  return {
    topics: {
      connections: isOn('connections'),
      events: isOn('events'),
      conferences: isOn('conferences'),
      quests: isOn('quests'),
      partner: isOn('partner'),
      messages: isOn('messages'),
      reminders: isOn('reminders'),
    },
    quiet_hours: settings ? quietHoursOf(settings) : null,
    reminders: settings
      ? { minutes: settings.reminder_minutes, for: settings.reminder_for }
      : DEFAULT_REMINDERS,
  };
}

function quietHoursOf(settings: NotificationSettings): QuietHours | null {
  const { quiet_start: start, quiet_end: end, quiet_timezone: timezone } = settings;
  if (start === null || end === null || timezone === null) return null;
  const strict = settings.quiet_strict;
  return { start: start.slice(0, 5), end: end.slice(0, 5), timezone, strict };
}

/** The topics that a change turns on or off. */
export const topicsSetTo = (isOn: boolean, topics: PreferencesChange['topics'] = {}): Topic[] =>
  TOPICS.filter((topic) => topics[topic] === isOn);

/** Each once, in the order of `REMINDED`. */
export const remindedOf = (given: ReminderPreference['for']): ReminderPreference['for'] =>
  REMINDED.filter((one) => given.includes(one));
