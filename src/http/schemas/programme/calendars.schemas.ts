import { z } from 'zod';
import { document, Instant } from '../common.ts';

/** What calendar apps read. */
export const CalendarText = document('text/calendar; charset=utf-8');

export const MyCalendarQuery = z.object({
  token: z
    .string()
    .max(200)
    .optional()
    .describe('Of your calendar link, for apps that cannot sign in.'),
});

export const CalendarLink = z.object({ url: z.string(), created_at: Instant }).meta({
  id: 'CalendarLink',
  examples: [
    {
      url: 'https://hallway.example/api/v1/events/my.ics?token=Zm9yIHlvdXIgY2FsZW5kYXIgYXBwIG9ubHksIGFuZCB5b3U',
      created_at: '2026-05-14T09:00:00.000Z',
    },
  ],
});

export const CalendarLinkState = z
  .object({ created_at: Instant.nullable().describe('null where there is no link.') })
  .meta({ id: 'CalendarLinkState', examples: [{ created_at: '2026-05-14T09:00:00.000Z' }] });

export const CalendarLinkDeleted = z
  .object({ deleted: z.literal(true) })
  .meta({ id: 'CalendarLinkDeleted', examples: [{ deleted: true }] });
