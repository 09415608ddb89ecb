import { z } from 'zod';
import {
  MAX_SENT_IDS,
  type StreamPosition,
} from '../../../domain/messaging/notification-streams.ts';
import { fromCursor, toCursor } from '../../../lib/cursors.ts';
import { IdSchema, InstantInputSchema, InstantSchema, stream } from '../common.ts';
import { refuse } from '../reasons.schemas.ts';
import { NotificationSchema } from './inbox.schemas.ts';

/** The content of an event `id`: `as_of`, then the ids of later notifications already sent. */
const PositionSchema = z.tuple([InstantInputSchema], IdSchema);

/** Encodes a position as an event `id`. */
export const idOf = ({ as_of, sent }: StreamPosition): string =>
  toCursor([as_of, ...sent.slice(-MAX_SENT_IDS)]);

const EventIdSchema = z
  .string()
  .max(4_000)
  .transform((text, context): StreamPosition => {
    const position = PositionSchema.safeParse(fromCursor(text));
    if (!position.success) {
      return refuse(context, [], 'expected the id of an event of this stream', 'format', {
        format: 'cursor',
      });
    }
    const [as_of, ...sent] = position.data;
    return { as_of, sent };
  });

export const StreamHeadersSchema = z.object({
  'last-event-id': EventIdSchema.optional().describe(
    'Resume after this event. EventSource sends this header on reconnection.',
  ),
});

export const StreamQuerySchema = z.object({
  ticket: z
    .string()
    .max(200)
    .optional()
    .describe('A ticket from POST /notifications/stream-ticket, instead of credentials.'),
  last_event_id: EventIdSchema.optional().describe(
    'Like `Last-Event-ID`, which takes precedence. For a client that reconnects with a new ticket.',
  ),
});

/** Each event is a notification. */
export const EventStreamTextSchema = stream('text/event-stream').meta({
  mediaType: 'text/event-stream',
  streamed: NotificationSchema,
});

export const StreamTicketSchema = z
  .object({ ticket: z.string(), expires_at: InstantSchema })
  .meta({ id: 'StreamTicket' });
