import { z } from 'zod';
import { FEEDBACK_STATUSES } from '../../../domain/feedback/feedback.ts';
import {
  CursorQuerySchema,
  IdSchema,
  InstantSchema,
  lines,
  PathIdSchema,
  text,
} from '../common.ts';
import { FromSchema, ToSchema } from '../periods.schemas.ts';
import { WORDS } from '../search.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import { CategorySchema, RatingSchema } from './feedback.schemas.ts';

const status = z.enum(FEEDBACK_STATUSES);

/** Feedback as administrators see it. */
export const FeedbackSchema = z
  .object({
    id: IdSchema,
    user: z
      .object({
        id: IdSchema,
        first_name: z.string(),
        last_name: z.string().nullable(),
        username: z.string().nullable(),
      })
      .nullable()
      .describe('null for an anonymous or erased sender.'),
    message: z.string().describe('Plain text as it was sent: never show it as HTML or Markdown.'),
    rating: z.int().nullable(),
    category: z.string().nullable(),
    contact: z.string().nullable(),
    context: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
    status,
    note: z.string().nullable().describe('The note of the organizers; the sender never sees it.'),
    created_at: InstantSchema,
  })
  .meta({
    id: 'Feedback',
    examples: [
      {
        id: 42,
        user: { id: 1_007, first_name: 'Ada', last_name: 'Lovelace', username: 'ada' },
        message: 'The harbor tour was lovely.\nMore chairs at the pier, please.',
        rating: 4,
        category: 'venue',
        contact: 'ada@example.org',
        context: { page: '/events/7', app: '1.4.0' },
        status: 'read',
        note: 'Chairs are ordered.',
        created_at: '2026-05-14T09:00:00.000Z',
      },
    ],
  });

export const FeedbackChangeSchema = z
  .object({
    status: status.optional(),
    note: lines(2_000).nullish().describe('null clears it.'),
  })
  .meta({
    id: 'FeedbackChange',
    examples: [{ status: 'done', note: 'Chairs are ordered.' }],
  });

const SORTS = { created_at: 'instant', rating: 'number' } as const;

export const AdminFeedbackQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(SORTS, '-created_at', 'No rating counts as 0.'),
  status: status.optional(),
  rating: PathIdSchema.pipe(RatingSchema).optional().meta({ minimum: 1, maximum: 5 }),
  category: CategorySchema.optional(),
  user_id: PathIdSchema.optional(),
  from: FromSchema.optional(),
  to: ToSchema.optional(),
  q: text(100).optional().describe(`The message contains every word, or an id. ${WORDS}`),
  format: z
    .enum(['json', 'csv', 'xlsx'])
    .default('json')
    .describe(
      '`csv` and `xlsx` return all rows in one file and ignore `page`, `limit` and `cursor`.',
    ),
});

export const adminFeedbackPosition = ({ sort }: z.output<typeof AdminFeedbackQuerySchema>) =>
  sortPosition(SORTS, sort);
