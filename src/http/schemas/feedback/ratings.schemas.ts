import { z } from 'zod';
import { NO_COMMENT } from '../../../domain/feedback/ratings.ts';
import { because } from '../../../domain/reasons.ts';
import { IdSchema, InstantSchema, lines, text } from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import { FeedbackExportFormatSchema, RatingSchema } from './feedback.schemas.ts';

const stars = RatingSchema.nullable();

export const RatingInputSchema = z
  .object({
    stars: stars.optional().describe('1 to 5; 5 is best. null empties it.'),
    comment: lines(2_000)
      .refine(
        (comment) => comment !== NO_COMMENT,
        because('expected words', 'format', { format: 'text' }),
      )
      .nullish()
      .describe('null empties it.'),
  })
  .refine(({ stars, comment }) => stars !== undefined || comment !== undefined, {
    path: ['stars'],
    ...because('expected stars or a comment', 'required'),
  })
  .meta({ id: 'RatingInput', examples: [{ stars: 4, comment: 'Clear and lively.' }] });

export const RatingResultSchema = z
  .object({
    agenda_item_id: IdSchema,
    stars: z.int().nullable(),
    comment: z.string().nullable(),
    updated_at: InstantSchema.nullable().describe('null after a withdrawal.'),
  })
  .meta({ id: 'Rating' });

const item = {
  agenda_item_id: IdSchema,
  title: z.string(),
  starts_at: InstantSchema,
};

export const ItemRatingsSchema = z
  .object({
    ...item,
    track: z.string().nullable(),
    room: z.string().nullable(),
    count: z.int().describe('Ratings with stars.'),
    mean: z.number().nullable(),
    by_stars: z
      .array(z.int())
      .length(5)
      .describe('The number with 1 star, 2 stars, to 5 stars.')
      .meta({ examples: [[0, 1, 2, 5, 9]] }),
    comments: z.int(),
    favorites: z.int().describe('Users who keep the item.'),
    seats: z.int().nullable().describe('Taken at its event; null without one.'),
    arrived: z.int().nullable().describe('Checked in at its event; null without one.'),
  })
  .meta({ id: 'ItemRatings' });

const SORTS = { mean: 'number', count: 'number', favorites: 'number', title: 'text' } as const;

export const RatingsQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(SORTS, '-mean', 'No rating counts as 0.'),
  track: text(100).optional(),
  room: text(500).optional(),
  format: FeedbackExportFormatSchema,
});

export const ratingsPosition = ({ sort }: z.output<typeof RatingsQuerySchema>) =>
  sortPosition(SORTS, sort);

export const SpeakerRatingsSchema = z
  .object({
    ...item,
    conference_id: IdSchema,
    count: z
      .int()
      .nullable()
      .describe('Of the ratings in the mean: a multiple of five; null below five.'),
    mean: z
      .number()
      .nullable()
      .describe(
        'While the session is rated, of groups of five as they were when they filled; then of all up to a multiple of five.',
      ),
    favorites: z.int().describe('Users who keep the item, in steps of 10.'),
    comments: z
      .array(z.string())
      .describe('At most 100 that the organizers shared, by their text.'),
  })
  .meta({ id: 'SpeakerRatings' });
