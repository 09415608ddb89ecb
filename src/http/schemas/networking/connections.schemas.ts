import { z } from 'zod';
import {
  ANSWERS,
  CONNECTION_STATUSES,
  DIRECTIONS,
} from '../../../domain/networking/connections.ts';
import { IdSchema, InstantSchema, PageQuerySchema, PathIdSchema, text } from '../common.ts';
import { PROFILE_EXAMPLE, ProfileSchema } from '../people/users.schemas.ts';

export const ConnectionRequestSchema = z
  .object({ recipient_id: IdSchema, message: text(500).nullish() })
  .meta({
    id: 'ConnectionRequest',
    examples: [{ recipient_id: 4, message: 'Loved your talk on looms!' }],
  });

export const ConnectionAnswerSchema = z
  .object({ status: z.enum(ANSWERS) })
  .meta({ id: 'ConnectionAnswer', examples: [{ status: 'accepted' }] });

export const ConnectionsQuerySchema = PageQuerySchema.extend({
  status: z.enum(CONNECTION_STATUSES).optional(),
});

export const OtherPersonParamsSchema = z.object({ userId: PathIdSchema });

const connectionFields = {
  id: IdSchema,
  status: z.enum(CONNECTION_STATUSES),
  direction: z.enum(DIRECTIONS).describe('Whether the caller asked, or was asked.'),
  message: z.string().nullable(),
  created_at: InstantSchema.describe('When they were asked last.'),
  responded_at: InstantSchema.nullable().describe('null while the request waits.'),
};

const EXAMPLE = {
  id: 7,
  status: 'pending' as const,
  direction: 'sent' as const,
  message: 'Loved your talk on looms!',
  created_at: '2026-05-14T09:00:00.000Z',
  responded_at: null,
};

/** What two people have with each other. */
export const ConnectionSchema = z
  .object({
    ...connectionFields,
    requester_id: IdSchema.describe('Who asked last.'),
    recipient_id: IdSchema,
  })
  .meta({ id: 'Connection', examples: [{ ...EXAMPLE, requester_id: 17, recipient_id: 42 }] });

/** The same in a list, with the other person. */
export const ListedConnectionSchema = z.object({ ...connectionFields, user: ProfileSchema }).meta({
  id: 'ListedConnection',
  examples: [{ ...EXAMPLE, user: { ...PROFILE_EXAMPLE, connection_status: 'pending_sent' } }],
});

export const ConnectionCheckSchema = z
  .object({
    status: z.enum(['none', ...CONNECTION_STATUSES]),
    direction: z.enum(DIRECTIONS).nullable(),
    connection_id: IdSchema.nullable(),
  })
  .meta({
    id: 'ConnectionCheck',
    examples: [
      { status: 'accepted', direction: 'received', connection_id: 7 },
      { status: 'none', direction: null, connection_id: null },
    ],
  });
