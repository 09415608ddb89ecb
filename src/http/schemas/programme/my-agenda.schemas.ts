import { z } from 'zod';
import { IdSchema, PathIdSchema } from '../common.ts';
import { PageQuerySchema } from '../pages.schemas.ts';
import { AgendaItemSchema } from './agenda.schemas.ts';

const FavoriteWarningSchema = z
  .object({
    kind: z.enum(['agenda_item', 'event']),
    agenda_item_id: IdSchema.optional().describe('Another item that you keep.'),
    event_id: IdSchema.optional().describe('An event that you attend or are waitlisted for.'),
    message: z.string(),
  })
  .meta({ id: 'FavoriteWarning' });

export const FavoriteItemSchema = AgendaItemSchema.extend({
  warnings: z
    .array(FavoriteWarningSchema)
    .describe(
      'Items that you keep and events that you attend at the same time, at most 20 of each.',
    ),
}).meta({ id: 'FavoriteItem' });

export const MyAgendaQuerySchema = PageQuerySchema.extend({
  conference_id: PathIdSchema.optional(),
  when: z
    .enum(['upcoming', 'past'])
    .optional()
    .describe('Only items that have not ended, or only ended ones.'),
});
