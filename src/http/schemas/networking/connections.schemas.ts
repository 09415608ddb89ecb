import { z } from 'zod';
import {
  ANSWERS,
  CONNECTION_STATUSES,
  DIRECTIONS,
} from '../../../domain/networking/connections.ts';
import { Id, Instant, PageQuery, PathId, text } from '../common.ts';
import { PROFILE_EXAMPLE, Profile } from '../people/users.schemas.ts';

export const ConnectionRequest = z.object({ recipient_id: Id, message: text(500).nullish() }).meta({
  id: 'ConnectionRequest',
  examples: [{ recipient_id: 42, message: 'Loved your talk on looms!' }],
});

export const ConnectionAnswer = z
  .object({ status: z.enum(ANSWERS) })
  .meta({ id: 'ConnectionAnswer', examples: [{ status: 'accepted' }] });

export const ConnectionsQuery = PageQuery.extend({
  status: z.enum(CONNECTION_STATUSES).optional(),
});

export const OtherPersonParams = z.object({ userId: PathId });

const connectionFields = {
  id: Id,
  status: z.enum(CONNECTION_STATUSES),
  direction: z.enum(DIRECTIONS).describe('Whether the caller asked, or was asked.'),
  message: z.string().nullable(),
  created_at: Instant.describe('When they were asked last.'),
  responded_at: Instant.nullable().describe('null while the request waits.'),
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
export const Connection = z
  .object({
    ...connectionFields,
    requester_id: Id.describe('Who asked last.'),
    recipient_id: Id,
  })
  .meta({ id: 'Connection', examples: [{ ...EXAMPLE, requester_id: 17, recipient_id: 42 }] });

/** The same in a list, with the other person. */
export const ListedConnection = z.object({ ...connectionFields, user: Profile }).meta({
  id: 'ListedConnection',
  examples: [{ ...EXAMPLE, user: { ...PROFILE_EXAMPLE, connection_status: 'pending_sent' } }],
});

export const ConnectionCheck = z
  .object({
    status: z.enum(['none', ...CONNECTION_STATUSES]),
    direction: z.enum(DIRECTIONS).nullable(),
    connection_id: Id.nullable(),
  })
  .meta({
    id: 'ConnectionCheck',
    examples: [
      { status: 'accepted', direction: 'received', connection_id: 7 },
      { status: 'none', direction: null, connection_id: null },
    ],
  });
