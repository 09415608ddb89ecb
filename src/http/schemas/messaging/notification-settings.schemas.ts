import { z } from 'zod';
import type { Topic } from '../../../domain/messaging/notifications.ts';
import { TimeZoneSchema } from '../common.ts';

export const NotificationsSwitchSchema = z
  .object({ enabled: z.boolean().default(true) })
  .meta({ id: 'NotificationsSwitch', examples: [{ enabled: true }] });

export const NotificationsEnabledSchema = z
  .object({ notifications_enabled: z.boolean() })
  .meta({ id: 'NotificationsEnabled', examples: [{ notifications_enabled: true }] });

const TopicsSchema = z.object({
  connections: z.boolean().describe('Connection requests to you, and acceptances of yours.'),
  events: z.boolean().describe('Events that you attend, are waitlisted for or requested.'),
  conferences: z.boolean().describe('Conferences that you are waitlisted for.'),
  quests: z.boolean(),
  partner: z.boolean().describe('Offers by partners of the conference.'),
  messages: z.boolean().describe('Texts by the organizers.'),
} satisfies Record<Topic, z.ZodBoolean>);

const TimeOfDaySchema = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time of day such as 22:00')
  .meta({ examples: ['22:00'] });

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
    error: 'expected a time different from start',
  });

const QUIET = 'Messages wait until `end`, which is on the next day if it is before `start`.';
const EXAMPLE_HOURS = { start: '22:00', end: '07:00', timezone: 'Europe/Berlin', strict: false };

export const NotificationPreferencesSchema = z
  .object({
    topics: TopicsSchema.describe('The topics that the messenger delivers.'),
    quiet_hours: QuietHoursSchema.nullable().describe(QUIET),
  })
  .meta({
    id: 'NotificationPreferences',
    description: 'For messenger messages only. The inbox is not affected.',
    examples: [
      {
        topics: {
          connections: true,
          events: true,
          conferences: true,
          quests: false,
          partner: true,
          messages: true,
        },
        quiet_hours: EXAMPLE_HOURS,
      },
    ],
  });

export const PreferencesChangeSchema = z
  .object({
    topics: TopicsSchema.partial(),
    quiet_hours: QuietHoursSchema.nullable().describe(QUIET),
  })
  .partial()
  .meta({
    id: 'PreferencesChange',
    description:
      'Missing fields stay unchanged. Quiet hours change as a whole; `null` removes them.',
    examples: [{ topics: { quests: false }, quiet_hours: EXAMPLE_HOURS }],
  });
