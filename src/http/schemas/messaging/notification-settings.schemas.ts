import { z } from 'zod';
import { REMINDED, REMINDER_MINUTES } from '../../../domain/messaging/notification-settings.ts';
import type { Topic } from '../../../domain/messaging/notifications.ts';
import { because } from '../../../domain/reasons.ts';
import { PATTERNS } from '../../../lib/patterns.ts';
import { TimeZoneSchema } from '../common.ts';

export const NotificationsSwitchSchema = z
  .object({ enabled: z.boolean().default(true) })
  .meta({ id: 'NotificationsSwitch' });

export const NotificationsEnabledSchema = z
  .object({ notifications_enabled: z.boolean() })
  .meta({ id: 'NotificationsEnabled' });

const TopicsSchema = z.object({
  connections: z.boolean().describe('Connection requests to you, and acceptances of yours.'),
  events: z.boolean().describe('Events that you attend, are waitlisted for or requested.'),
  conferences: z.boolean().describe('Conferences that you are waitlisted for.'),
  quests: z.boolean(),
  partner: z.boolean().describe('Offers by partners of the conference.'),
  messages: z.boolean().describe('Texts by the organizers.'),
  reminders: z.boolean().describe('Reminders of what is about to begin.'),
} satisfies Record<Topic, z.ZodBoolean>);

const TimeOfDaySchema = z.string().regex(PATTERNS.time, 'expected a time of day such as 22:00');

const QuietHoursSchema = z
  .object({
    start: TimeOfDaySchema,
    end: TimeOfDaySchema,
    timezone: TimeZoneSchema,
    strict: z
      .boolean()
      .default(false)
      .describe('Whether they also hold back the change of something that begins before `end`.'),
  })
  .refine(({ start, end }) => start !== end, {
    path: ['end'],
    ...because('expected a time different from start', 'other_than', { field: 'start' }),
  });

const RemindersSchema = z.object({
  minutes: z
    .literal([...REMINDER_MINUTES])
    .describe(
      'Before the start; 0 for no reminders. Before a crowded start, up to 30 minutes more.',
    ),
  for: z
    .array(z.enum(REMINDED))
    .max(REMINDED.length)
    .describe('`favorites`: agenda items that you keep. `seats`: events at which you have a seat.'),
});

const REMINDERS =
  'Messages by the messenger only, once for each start. Quiet hours hold back those of favorites.';
const QUIET = 'Messages wait until `end`, which is on the next day if it is before `start`.';

export const NotificationPreferencesSchema = z
  .object({
    topics: TopicsSchema.describe('The topics that the messenger delivers.'),
    quiet_hours: QuietHoursSchema.nullable().describe(QUIET),
    reminders: RemindersSchema.describe(REMINDERS),
  })
  .meta({
    id: 'NotificationPreferences',
    description: 'For messenger messages only. The inbox is not affected.',
  });

export const PreferencesChangeSchema = z
  .object({
    topics: TopicsSchema.partial(),
    quiet_hours: QuietHoursSchema.nullable().describe(QUIET),
    reminders: RemindersSchema.partial().describe(REMINDERS),
  })
  .partial()
  .meta({
    id: 'PreferencesChange',
    description:
      'Missing fields stay unchanged. Quiet hours change as a whole; `null` removes them.',
    examples: [{ topics: { quests: false }, quiet_hours: null, reminders: { minutes: 5 } }],
  });
