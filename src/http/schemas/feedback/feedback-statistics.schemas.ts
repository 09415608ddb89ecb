import { z } from 'zod';
import { FEEDBACK_STATUSES } from '../../../domain/feedback/feedback.ts';
import { DaySchema } from '../common.ts';

const numbersBy = <const Field extends z.ZodRawShape>(field: Field) =>
  z.array(z.object({ ...field, count: z.int() }));

/** A status, rating, category or day without feedback is left out. */
export const FeedbackStatisticsSchema = z
  .object({
    total: z.int(),
    average_rating: z.number().nullable().describe('null without a rating.'),
    by_status: numbersBy({ status: z.enum(FEEDBACK_STATUSES) }),
    by_rating: numbersBy({ rating: z.int().nullable() }).describe('null is no rating.'),
    by_category: numbersBy({ category: z.string().nullable() }).describe(
      'The 50 most frequent ones; null is no category.',
    ),
    by_day: numbersBy({ day: DaySchema }).describe(
      'The latest 400 days with feedback, in the time zone of its conference; in UTC without one.',
    ),
  })
  .meta({
    id: 'FeedbackStatistics',
    examples: [
      {
        total: 3,
        average_rating: 4.5,
        by_status: [
          { status: 'new', count: 2 },
          { status: 'done', count: 1 },
        ],
        by_rating: [
          { rating: 4, count: 1 },
          { rating: 5, count: 1 },
          { rating: null, count: 1 },
        ],
        by_category: [
          { category: 'venue', count: 2 },
          { category: null, count: 1 },
        ],
        by_day: [{ day: '2026-05-14', count: 3 }],
      },
    ],
  });
