import { z } from 'zod';
import { STREAM_TOPICS } from '../../../domain/administration/stream-topics.ts';
import { IdSchema, PathIdSchema, stream } from '../common.ts';
import { StreamTicketSchema } from '../messaging/notification-streams.schemas.ts';

const TopicSchema = z.enum(STREAM_TOPICS);

export const AdminStreamQuerySchema = z.object({
  conference_id: PathIdSchema.optional().describe(
    'Only what belongs to this conference, and to a key of all conferences also what belongs to none. Without it, all conferences of the key.',
  ),
  topics: z
    .string()
    .max(200)
    .transform((text) => text.split(','))
    .pipe(
      z.array(TopicSchema, `expected topics separated by commas, of ${STREAM_TOPICS.join(', ')}`),
    )
    .optional()
    .describe(
      `Separated by commas, of ${STREAM_TOPICS.map((topic) => `\`${topic}\``).join(', ')}. Without it, all that the key may follow.`,
    ),
  ticket: z
    .string()
    .max(200)
    .optional()
    .describe('A ticket from POST /admin/stream-ticket, instead of credentials.'),
});

export const AdminStreamTicketSchema = z.object(StreamTicketSchema.shape).meta({
  ...StreamTicketSchema.meta(),
  id: 'AdminStreamTicket',
});

const RowChangeSchema = z
  .object({
    conference_id: IdSchema.nullable().describe('Null for what belongs to no conference.'),
    ids: z
      .array(IdSchema)
      .optional()
      .describe('The changed rows, at most 50. Absent in the event `refresh`.'),
    count: z.int().optional(),
    truncated: z.literal(true).optional().describe('Only when `count` is more than the ids.'),
  })
  .meta({ id: 'RowChange' });

/** Each event is named after its topic. */
export const ChangeStreamTextSchema = stream('text/event-stream').meta({
  mediaType: 'text/event-stream',
  streamed: RowChangeSchema,
});
