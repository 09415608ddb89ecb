import { z } from 'zod';
import { IdSchema, InstantSchema } from '../common.ts';
import { refuseUnlessOne } from '../reasons.schemas.ts';

export const AdminSessionRequestSchema = z
  .object({
    key: z.string().min(1).max(200).optional().describe('An API key.'),
    code: z.string().min(1).max(200).optional().describe('A one-time code of a key.'),
  })
  .transform(({ key, code }, context) => {
    if (key !== undefined && code === undefined) return { key };
    if (code !== undefined && key === undefined) return { code };
    return refuseUnlessOne(context, ['key', 'code']);
  })
  .meta({
    id: 'AdminSessionRequest',
    description: 'Requires either `key` or `code`.',
    examples: [{ key: 'hwk_kg3q5w2a_…' }],
  });

export const AdminSessionHeadersSchema = z.object({ 'user-agent': z.string().optional() });

export const AdminSessionSchema = z
  .object({
    id: IdSchema,
    key: z
      .string()
      .describe(
        'The id of the key that started it: the `public_id` of a stored key, or 8 hex digits of one of `ADMIN_API_KEY`.',
      ),
    created_at: InstantSchema,
    last_seen_at: InstantSchema.describe('The last request, to the minute.'),
    ends_at: InstantSchema.describe(
      'Two hours after the last request, and at the latest 14 hours after the start.',
    ),
  })
  .meta({
    id: 'AdminSession',
    examples: [
      {
        id: 42,
        key: 'kg3q5w2a',
        created_at: '2026-05-14T09:00:00.000Z',
        last_seen_at: '2026-05-14T10:30:00.000Z',
        ends_at: '2026-05-14T12:30:00.000Z',
      },
    ],
  });

export const EndedSessionsSchema = z
  .object({ ended: z.int().min(0).describe('The number of sessions that ended.') })
  .meta({ id: 'EndedSessions', examples: [{ ended: 3 }] });
