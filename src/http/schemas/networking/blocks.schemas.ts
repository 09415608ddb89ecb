import { z } from 'zod';
import { IdSchema, InstantSchema } from '../common.ts';
import { PROFILE_EXAMPLE, ProfileSchema } from '../people/users.schemas.ts';

export const BlockSchema = z
  .object({ id: IdSchema, blocked: z.boolean() })
  .meta({ id: 'Block', examples: [{ id: 42, blocked: true }] });

const BlockedUserSchema = ProfileSchema.extend({ created_at: InstantSchema.nullable() }).meta({
  id: 'BlockedUser',
  description:
    'A hidden user has only `id` and `first_name`; other fields are null, `interests` is empty and `points` is 0.',
  examples: [PROFILE_EXAMPLE],
});

export const ListedBlockSchema = z
  .object({
    user: BlockedUserSchema,
    created_at: InstantSchema.describe('Since when you block the user.'),
  })
  .meta({
    id: 'ListedBlock',
    examples: [{ user: PROFILE_EXAMPLE, created_at: '2026-05-14T09:00:00.000Z' }],
  });

/** A block in the export. */
export const PersonalBlockSchema = z.object({
  user: z.object({ id: IdSchema, first_name: z.string() }),
  created_at: InstantSchema,
});
