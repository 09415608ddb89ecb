import { z } from 'zod';
import {
  MAX_SENT_IDS,
  type StreamPosition,
} from '../../../domain/messaging/notification-streams.ts';
import {
  fromCursor,
  IdSchema,
  InstantInputSchema,
  InstantSchema,
  stream,
  toCursor,
} from '../common.ts';

/** What `id` holds: `as_of`, and the ids of what was sent of all that is later. */
const PositionSchema = z.tuple([InstantInputSchema], IdSchema);

/** A position as it travels. */
export const idOf = ({ as_of, sent }: StreamPosition): string =>
  toCursor([as_of, ...sent.slice(-MAX_SENT_IDS)]);

/** A position on its way in. */
const EventIdSchema = z
  .string()
  .max(4_000)
  .transform((text, context): StreamPosition => {
    const position = PositionSchema.safeParse(fromCursor(text));
    if (!position.success) {
      context.addIssue({ code: 'custom', message: 'expected the id of an event of this stream' });
      return z.NEVER;
    }
    const [as_of, ...sent] = position.data;
    return { as_of, sent };
  });

export const StreamHeadersSchema = z.object({
  'last-event-id': EventIdSchema.optional().describe(
    'Resumes after this event; EventSource sends it.',
  ),
});

export const StreamQuerySchema = z.object({
  ticket: z
    .string()
    .max(200)
    .optional()
    .describe('Of POST /notifications/stream-ticket, where no headers can be sent.'),
  last_event_id: EventIdSchema.optional().describe(
    'Means the same as `Last-Event-ID`, which counts, for a client that comes with a new ticket.',
  ),
});

/** Server-Sent Events. */
export const EventStreamTextSchema = stream('text/event-stream');

export const StreamTicketSchema = z.object({ ticket: z.string(), expires_at: InstantSchema }).meta({
  id: 'StreamTicket',
  examples: [
    {
      ticket: 'b25lIHN0cmVhbSwgYW5kIHdpdGhpbiBvbmUgbWludXRlISE',
      expires_at: '2026-05-14T09:01:00.000Z',
    },
  ],
});
