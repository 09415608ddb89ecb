import { z } from 'zod';
import { IdSchema, InstantSchema } from '../common.ts';
import { TargetSchema } from './start-parameters.schemas.ts';

export const AnnouncementSchema = z
  .object({
    id: IdSchema,
    title: z.string(),
    body: z.string(),
    action_url: z.string().nullable(),
    start: TargetSchema.nullable().describe('In place of an `action_url`.'),
    sent_at: InstantSchema,
    until: InstantSchema,
  })
  .meta({ id: 'Announcement' });
