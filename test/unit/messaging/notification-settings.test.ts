import {
  type NotificationSettings,
  preferencesOf,
  remindedOf,
  topicsSetTo,
} from '../../../src/domain/messaging/notification-settings.ts';
import { TOPICS } from '../../../src/domain/messaging/notifications.ts';

const SETTINGS: NotificationSettings = {
  muted_topics: [],
  quiet_start: null,
  quiet_end: null,
  quiet_timezone: null,
  quiet_strict: false,
  seen_up_to: 0,
  reminder_minutes: 30,
  reminder_for: ['seats'],
};

describe('preferences', () => {
  it('default to all topics without quiet hours, and to reminders 10 minutes before', () => {
    const { topics, quiet_hours, reminders } = preferencesOf(undefined);

    expect(Object.keys(topics).toSorted()).toEqual(TOPICS.toSorted());
    expect(Object.values(topics)).not.toContain(false);
    expect(quiet_hours).toBeNull();
    expect(reminders).toEqual({ minutes: 10, for: ['favorites', 'seats'] });
    expect(preferencesOf(SETTINGS)).toEqual({
      topics,
      quiet_hours,
      reminders: { minutes: 30, for: ['seats'] },
    });
  });

  it.each(TOPICS)('have every topic but a muted %s', (topic) => {
    const { topics } = preferencesOf({ ...SETTINGS, muted_topics: [topic] });
    expect(topics).toEqual({ ...preferencesOf(undefined).topics, [topic]: false });
  });

  it('have quiet hours in minutes', () => {
    const { quiet_hours } = preferencesOf({
      ...SETTINGS,
      quiet_start: '22:00:00',
      quiet_end: '07:30:00',
      quiet_timezone: 'Europe/Berlin',
      quiet_strict: true,
    });
    const timezone = 'Europe/Berlin';
    expect(quiet_hours).toEqual({ start: '22:00', end: '07:30', timezone, strict: true });
  });
});

it('a change turns topics on and off', () => {
  const topics = { events: false, quests: true, partner: undefined };
  expect(topicsSetTo(false, topics)).toEqual(['events']);
  expect(topicsSetTo(true, topics)).toEqual(['quests']);
  expect(topicsSetTo(true, undefined)).toEqual([]);
});

it.each([{ quiet_start: null }, { quiet_end: null }, { quiet_timezone: null }])(
  'quiet hours with %j are none',
  (missing) => {
    const quiet = { quiet_start: '22:00:00', quiet_end: '07:30:00', quiet_timezone: 'UTC' };
    expect(preferencesOf({ ...SETTINGS, ...quiet, ...missing }).quiet_hours).toBeNull();
  },
);

it.each([
  [
    ['seats', 'favorites', 'seats'],
    ['favorites', 'seats'],
  ],
  [['seats'], ['seats']],
  [[], []],
] as const)('reminders for %j are kept as %j', (given, kept) => {
  expect(remindedOf(given)).toEqual(kept);
});
