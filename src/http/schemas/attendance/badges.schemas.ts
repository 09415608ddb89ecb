import { z } from 'zod';
import {
  BADGE_LAYOUTS,
  type BadgesPosition,
  MAX_BADGES,
} from '../../../domain/attendance/badges.ts';
import { invalid } from '../../../errors.ts';
import { fromCursor, toCursor } from '../../../lib/cursors.ts';
import { IdSchema, InstantInputSchema, InstantSchema, PathIdSchema, text } from '../common.ts';

const IDS = `expected 1 to ${MAX_BADGES} ids, separated by commas`;

const IdsSchema = z
  .string()
  .max(10_000)
  .transform((given) => given.split(','))
  .pipe(z.array(PathIdSchema, IDS).max(MAX_BADGES, IDS))
  .meta({ examples: ['1007,1008'] });

export const BadgesQuerySchema = z.object({
  layout: z
    .enum(BADGE_LAYOUTS)
    .default('a6')
    .describe('`a6`: 105 x 148 mm. `label62`: a label of 62 x 100 mm.'),
  ticket_type: text(100).optional(),
  since: InstantInputSchema.optional().describe(
    'Only who got a seat, a name or a ticket type after this time: the time that the last page shows.',
  ),
  ids: IdsSchema.optional().describe('Ids of users.'),
  invitation_ids: IdsSchema.optional().describe('Ids of invitations, also beside `ids`.'),
  cursor: z.string().max(2_000).optional().describe('Of the link to the next page.'),
});

const PositionSchema = z.tuple([InstantSchema, z.string(), IdSchema]);

/** @throws AppError VALIDATION_ERROR for text that is not a cursor of badges */
export function badgesPosition(cursor: string | undefined): BadgesPosition | undefined {
  if (cursor === undefined) return undefined;
  const position = PositionSchema.safeParse(fromCursor(cursor));
  if (!position.success)
    throw invalid('cursor', 'expected a cursor of this list', 'format', { format: 'cursor' });
  const [as_of, name, queue_number] = position.data;
  return { as_of, name, queue_number };
}

/** The address of the next page, relative to that of this one. */
export function nextBadgesUrl(
  query: z.output<typeof BadgesQuerySchema>,
  { as_of, name, queue_number }: BadgesPosition,
): string {
  const given = { ...query, cursor: toCursor([as_of, name, queue_number]) };
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(given)) {
    if (value !== undefined) parameters.set(key, String(value));
  }
  return `?${parameters}`;
}
