import { z } from 'zod';
import { IdSchema, PathIdSchema } from '../common.ts';
import { PageQuerySchema } from '../pages.schemas.ts';
import { AGENDA_ITEM_EXAMPLE, AgendaItemSchema } from './agenda.schemas.ts';

const WARNING_EXAMPLE = {
  kind: 'agenda_item' as const,
  agenda_item_id: 43,
  message: 'At the same time as “Looms”',
};

const FavoriteWarningSchema = z
  .object({
    kind: z.enum(['agenda_item', 'event']),
    agenda_item_id: IdSchema.optional().describe('Another item that you keep.'),
    event_id: IdSchema.optional().describe('An event that you attend or are waitlisted for.'),
    message: z.string(),
  })
  .meta({ id: 'FavoriteWarning', examples: [WARNING_EXAMPLE] });

export const FavoriteItemSchema = AgendaItemSchema.extend({
  warnings: z
    .array(FavoriteWarningSchema)
    .describe(
      'Items that you keep and events that you attend at the same time, at most 20 of each.',
    ),
}).meta({
  id: 'FavoriteItem',
  examples: [{ ...AGENDA_ITEM_EXAMPLE, warnings: [WARNING_EXAMPLE] }],
});

export const MyAgendaQuerySchema = PageQuerySchema.extend({
  conference_id: PathIdSchema.optional(),
  when: z
    .enum(['upcoming', 'past'])
    .optional()
    .describe('Only items that have not ended, or only ended ones.'),
});
