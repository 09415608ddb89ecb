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

export const CalendarLinkSchema = z.object({ url: z.string(), created_at: InstantSchema }).meta({
  id: 'CalendarLink',
  examples: [
    {
      url: 'https://hallway.example/api/v1/events/my.ics?token=Zm9yIHlvdXIgY2FsZW5kYXIgYXBwIG9ubHksIGFuZCB5b3U',
      created_at: '2026-05-14T09:00:00.000Z',
    },
  ],
});

export const CalendarLinkStateSchema = z
  .object({ created_at: InstantSchema.nullable().describe('null without a link.') })
  .meta({ id: 'CalendarLinkState', examples: [{ created_at: '2026-05-14T09:00:00.000Z' }] });

export const CalendarLinkDeletedSchema = z
  .object({ deleted: z.literal(true) })
  .meta({ id: 'CalendarLinkDeleted', examples: [{ deleted: true }] });
