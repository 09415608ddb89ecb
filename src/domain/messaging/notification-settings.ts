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

/** A row of settings. The `quiet_` fields are all null or all set, apart from `quiet_strict`. */
export interface NotificationSettings {
  readonly muted_topics: readonly Topic[];
  /** `HH:MM:SS`, like `quiet_end`. */
  readonly quiet_start: string | null;
  readonly quiet_end: string | null;
  readonly quiet_timezone: string | null;
  readonly quiet_strict: boolean;
  readonly seen_up_to: number;
}

/** The topics that the messenger delivers to a user, and the hours in which it does. */
export interface NotificationPreferences {
  readonly topics: Readonly<Record<Topic, boolean>>;
  readonly quiet_hours: QuietHours | null;
}

/** Missing fields stay unchanged. Quiet hours change as a whole; null removes them. */
export interface PreferencesChange {
  readonly topics?: { readonly [T in Topic]?: boolean | undefined } | undefined;
  readonly quiet_hours?: QuietHours | null | undefined;
}

/** Without settings every topic is on. */
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
    },
    quiet_hours: settings ? quietHoursOf(settings) : null,
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
