import { z } from 'zod';
import { MAX_ALARM_MINUTES } from '../../../domain/programme/calendars.ts';
import { document, InstantSchema, wholeIn } from '../common.ts';

export const CalendarTextSchema = document('text/calendar; charset=utf-8');

export const CalendarQuerySchema = z.object({
  alarm: wholeIn(0, MAX_ALARM_MINUTES)
    .optional()
    .describe(
      'Adds a reminder this many minutes before the start of each entry that is not cancelled.',
    ),
});

export const MyCalendarQuerySchema = CalendarQuerySchema.extend({
  token: z
    .string()
    .max(200)
    .optional()
    .describe('The token of your calendar link, for apps that cannot sign in.'),
});

export const CalendarLinkSchema = z
  .object({ url: z.string(), created_at: InstantSchema })
  .meta({ id: 'CalendarLink' });

export const CalendarLinkStateSchema = z
  .object({ created_at: InstantSchema.nullable().describe('null without a link.') })
  .meta({ id: 'CalendarLinkState' });

export const CalendarLinkDeletedSchema = z
  .object({ deleted: z.literal(true) })
  .meta({ id: 'CalendarLinkDeleted' });
