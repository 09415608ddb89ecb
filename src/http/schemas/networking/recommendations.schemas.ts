import { z } from 'zod';
import { REASON_KINDS } from '../../../domain/networking/recommendations.ts';
import { IdSchema, PathIdSchema } from '../common.ts';
import { PageQuerySchema } from '../pages.schemas.ts';
import { ProfileSchema } from '../people/users.schemas.ts';

export const RecommendationsQuerySchema = PageQuerySchema.extend({
  conference_id: PathIdSchema.optional().describe('Only users who are registered there.'),
});

const ReasonSchema = z
  .object({
    kind: z.enum(REASON_KINDS),
    label: z
      .string()
      .max(120)
      .describe('One line in English, for clients without a translation of `kind`.'),
    ids: z
      .array(IdSchema)
      .max(3)
      .optional()
      .describe('The shared events or conferences that the label names.'),
  })
  .meta({ id: 'RecommendationReason' });

/** A user whom the caller may want to meet. */
export const RecommendedUserSchema = ProfileSchema.extend({
  score: z.number().min(0).max(1).describe('0 for a user who shares nothing with you.'),
  reasons: z.array(ReasonSchema).min(1).max(4).describe('Strongest first.'),
}).meta({ id: 'RecommendedUser' });

export const DismissalSchema = z
  .object({ id: IdSchema, dismissed: z.boolean() })
  .meta({ id: 'RecommendationDismissal' });
