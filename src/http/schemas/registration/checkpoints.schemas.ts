import { z } from 'zod';
import {
  CHECKPOINT_COUNTS,
  CHECKPOINT_KINDS,
  MAX_CHECKPOINTS,
} from '../../../domain/attendance/checkpoints.ts';
import { IdSchema, once, PathIdSchema, text, VersionSchema } from '../common.ts';

const COUNTS =
  'How often a person is counted: at all, on each day of the conference, or at each scan, in and out.';

export const CheckpointSchema = z
  .object({
    id: IdSchema,
    name: z.string(),
    kind: z.enum(CHECKPOINT_KINDS),
    counts: z.enum(CHECKPOINT_COUNTS).describe(COUNTS),
    position: z.int().describe('The order of the organizers.'),
    version: VersionSchema,
  })
  .meta({ id: 'Checkpoint' });

export const CheckpointsSchema = z
  .object({ checkpoints: z.array(CheckpointSchema) })
  .meta({ id: 'Checkpoints' });

export const CheckpointParamsSchema = z.object({
  conference_id: PathIdSchema,
  checkpoint_id: PathIdSchema,
});

export const NewCheckpointSchema = z
  .object({
    name: text(100)
      .transform((given) => given.replace(/\s+/g, ' '))
      .describe('Unique within the conference; case and repeated spaces do not count.'),
    kind: z.enum(CHECKPOINT_KINDS).describe('A scan at an `exit` is `out` unless it says `in`.'),
    counts: z.enum(CHECKPOINT_COUNTS).describe(COUNTS),
  })
  .meta({
    id: 'NewCheckpoint',
    examples: [{ name: 'Main entrance', kind: 'entrance', counts: 'daily' }],
  });

export const CheckpointChangeSchema = NewCheckpointSchema.partial().meta({
  id: 'CheckpointChange',
  description: 'Updates the given fields.',
  examples: [{ name: 'North entrance' }],
});

export const CheckpointOrderSchema = z
  .object({
    ids: z
      .array(IdSchema)
      .max(MAX_CHECKPOINTS, `expected at most ${MAX_CHECKPOINTS}`)
      .refine(...once('id'))
      .describe('All of the conference, in their new order.'),
  })
  .meta({ id: 'CheckpointOrder' });
