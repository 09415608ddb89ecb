import { z } from 'zod';
import {
  ANSWERS,
  CONNECTION_STATUSES,
  DIRECTIONS,
} from '../../../domain/networking/connections.ts';
import { IdSchema, InstantSchema, lines, PathIdSchema, text } from '../common.ts';
import { PageQuerySchema } from '../pages.schemas.ts';
import { ProfileSchema } from '../people/users.schemas.ts';

export const ConnectionRequestSchema = z
  .object({ recipient_id: IdSchema, message: lines(500).nullish() })
  .meta({
    id: 'ConnectionRequest',
    examples: [{ recipient_id: 4, message: 'Loved your talk on looms!' }],
  });

export const ConnectionAnswerSchema = z
  .object({ status: z.enum(ANSWERS) })
  .meta({ id: 'ConnectionAnswer' });

export const ConnectionNoteSchema = z
  .object({ note: lines(1_000).nullable() })
  .meta({ id: 'ConnectionNote' });

export const ConnectionsQuerySchema = PageQuerySchema.extend({
  status: z.enum(CONNECTION_STATUSES).optional(),
});

export const ConnectedUsersQuerySchema = PageQuerySchema.extend({
  format: z
    .enum(['json', 'csv', 'vcf'])
    .default('json')
    .describe(
      '`csv` and `vcf` (vCard 3.0, for the address book of a phone) return all connections in one file, with what each user shows to connections, your notes, and where and when you met. They ignore `page` and `limit`. Limit: 10 files in 24 hours.',
    ),
});

export const OtherUserParamsSchema = z.object({ userId: PathIdSchema });

const connectionFields = {
  id: IdSchema,
  status: z.enum(CONNECTION_STATUSES),
  direction: z.enum(DIRECTIONS).describe('Whether the caller sent or received the request.'),
  message: z.string().nullable(),
  created_at: InstantSchema.describe('When the latest request was sent.'),
  responded_at: InstantSchema.nullable().describe('null while the request is pending.'),
  met_at: InstantSchema.nullable().describe('When the two met, by a meet code.'),
  met_conference_id: IdSchema.nullable().describe('The conference at which they met.'),
  note: z.string().nullable().describe('Your own note, which the other user never sees.'),
};

/** A connection or connection request. */
export const ConnectionSchema = z
  .object({
    ...connectionFields,
    requester_id: IdSchema.describe('The user who sent the latest request.'),
    recipient_id: IdSchema,
  })
  .meta({ id: 'Connection' });

/** The other user of a connection. */
const OtherUserSchema = ProfileSchema.extend({
  created_at: InstantSchema.nullable(),
}).meta({
  id: 'ConnectionUser',
  description:
    'A hidden user who is not connected has only `id` and `first_name`; other fields are null, `interests` is empty and `points` is 0.',
});

/** A connection in a list, with the other user's profile instead of the two ids. */
export const ListedConnectionSchema = z
  .object({ ...connectionFields, user: OtherUserSchema })
  .meta({ id: 'ListedConnection' });

/** A connection in the export: also a request that the user sent and withdrew. */
export const PersonalConnectionSchema = z.object({
  ...connectionFields,
  status: z.enum([...CONNECTION_STATUSES, 'withdrawn']),
  user: z.object({ id: IdSchema, first_name: z.string() }),
});

export const ConnectionCheckSchema = z
  .object({
    status: z.enum(['none', ...CONNECTION_STATUSES]),
    direction: z.enum(DIRECTIONS).nullable(),
    connection_id: IdSchema.nullable(),
    note: connectionFields.note,
  })
  .meta({ id: 'ConnectionCheck' });

export const MeetCodeSchema = z
  .object({
    code: z
      .string()
      .describe('A user who sends it to `POST /connections/meet` is connected with you.'),
    qr_svg: z
      .string()
      .describe('A QR code of `share_url`, or of `code` without one, as an SVG document.'),
    share_url: z
      .string()
      .nullable()
      .describe('Opens the mini app with your code; null without an address of the app.'),
    expires_at: InstantSchema.describe('5 to 10 minutes from now.'),
  })
  .meta({ id: 'MeetCode' });

export const MeetSchema = z
  .object({
    code: text(100).describe('The code that another user shows, with or without `k_`.'),
    conference_id: IdSchema.nullish().describe('The conference at which the two meet.'),
    note: lines(1_000)
      .optional()
      .describe('Your own note about the connection. Without it, a note that you have stays.'),
  })
  .meta({
    id: 'Meet',
    examples: [{ code: 'AAAAAAAqAAAAAN6tvu9abcdefghijklmnopqrstuvw', conference_id: 1 }],
  });
