import { z } from 'zod';
import { document, InstantSchema } from '../common.ts';

export const CalendarTextSchema = document('text/calendar; charset=utf-8');

export const MyCalendarQuerySchema = z.object({
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
