import { TOPICS, type Topic } from './notifications.ts';

/** When the messenger brings nothing; `end` is on the next day where it is not after `start`. */
export interface QuietHours {
  /** `HH:MM`, as `end`. */
  readonly start: string;
  readonly end: string;
  readonly timezone: string;
}

/** A row of settings. Either all of the quiet hours are null, or none. */
export interface NotificationSettings {
  readonly muted_topics: readonly Topic[];
  /** `HH:MM:SS`, as `quiet_end`. */
  readonly quiet_start: string | null;
  readonly quiet_end: string | null;
  readonly quiet_timezone: string | null;
  readonly seen_up_to: number;
}

/** What a person wishes the messenger to bring them, and when. */
export interface NotificationPreferences {
  readonly topics: Readonly<Record<Topic, boolean>>;
  readonly quiet_hours: QuietHours | null;
}

/** What is named changes; quiet hours only as a whole, null for none. */
export interface PreferencesChange {
  readonly topics?: { readonly [T in Topic]?: boolean | undefined } | undefined;
  readonly quiet_hours?: QuietHours | null | undefined;
}

/** Undefined settings are those of somebody who never set anything: they wish for everything. */
export function preferencesOf(settings: NotificationSettings | undefined): NotificationPreferences {
  const isWanted = (topic: Topic) => !settings?.muted_topics.includes(topic);
  return {
    topics: {
      connections: isWanted('connections'),
      events: isWanted('events'),
      conferences: isWanted('conferences'),
      quests: isWanted('quests'),
      partner: isWanted('partner'),
      messages: isWanted('messages'),
    },
    quiet_hours: settings ? quietHoursOf(settings) : null,
  };
}

function quietHoursOf(settings: NotificationSettings): QuietHours | null {
  const { quiet_start: start, quiet_end: end, quiet_timezone: timezone } = settings;
  if (start === null || end === null || timezone === null) return null;
  return { start: start.slice(0, 5), end: end.slice(0, 5), timezone };
}

/** The topics among `given` that are wished for, or that are not. */
export const topicsSetTo = (wanted: boolean, given: PreferencesChange['topics'] = {}): Topic[] =>
  TOPICS.filter((topic) => given[topic] === wanted);
