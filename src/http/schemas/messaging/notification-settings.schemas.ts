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
  connections: z.boolean().describe('Who asks to connect, and who says yes.'),
  events: z.boolean().describe('The events you go to, wait for or asked for.'),
  conferences: z.boolean().describe('The conferences you wait for.'),
  quests: z.boolean(),
  partner: z.boolean().describe('What partners of the conference hand out.'),
  messages: z.boolean().describe('What the organisers write.'),
} satisfies Record<Topic, z.ZodBoolean>);

const TimeOfDaySchema = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time of day, as 22:00')
  .meta({ examples: ['22:00'] });

const QuietHoursSchema = z
  .object({ start: TimeOfDaySchema, end: TimeOfDaySchema, timezone: TimeZoneSchema })
  .refine(({ start, end }) => start !== end, {
    path: ['end'],
    error: 'expected another time than the start',
  });

const QUIET = 'Messages wait for their end, which is on the next day where it is before the start.';
const EXAMPLE_HOURS = { start: '22:00', end: '07:00', timezone: 'Europe/Berlin' };

/** What a person wishes the messenger to bring them, and when. */
export const NotificationPreferencesSchema = z
  .object({
    topics: TopicsSchema.describe('What the messenger brings.'),
    quiet_hours: QuietHoursSchema.nullable().describe(QUIET),
  })
  .meta({
    id: 'NotificationPreferences',
    description: 'Of the messenger alone: in the app you find everything.',
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
    description: 'Changes what is given; quiet hours only as a whole, and `null` for none.',
    examples: [{ topics: { quests: false }, quiet_hours: EXAMPLE_HOURS }],
  });
