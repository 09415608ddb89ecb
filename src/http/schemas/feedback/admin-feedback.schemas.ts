import { z } from 'zod';
import { FEEDBACK_STATUSES } from '../../../domain/feedback/feedback.ts';
import { IdSchema, InstantSchema, lines, PathIdSchema, text } from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
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
    conference_id: IdSchema.nullable().describe(
      'The conference that it is about, also that of the event or agenda item.',
    ),
    event_id: IdSchema.nullable(),
    agenda_item_id: IdSchema.nullable(),
    about: z
      .string()
      .nullable()
      .describe('The title of the event or agenda item, or the name of the conference.'),
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
        conference_id: 1,
        event_id: 7,
        agenda_item_id: null,
        about: 'Harbor tour',
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

const IDS = 'expected 1 to 100 ids';

export const FeedbackStatusesSchema = z
  .object({ ids: z.array(IdSchema).min(1, IDS).max(100, IDS), status })
  .meta({ id: 'FeedbackStatuses', examples: [{ ids: [42, 43], status: 'read' }] });

export const FeedbackResultsSchema = z
  .object({
    results: z
      .array(
        z
          .object({
            id: IdSchema,
            status: status.optional(),
            error: z.string().optional().describe('The reason why nothing changed.'),
            code: z.string().optional().describe('The code of the error.'),
          })
          .meta({ id: 'FeedbackResult' }),
      )
      .describe('In the order of `ids`.'),
  })
  .meta({
    id: 'FeedbackResults',
    examples: [
      {
        results: [
          { id: 42, status: 'read' },
          { id: 43, error: 'feedback not found', code: 'NOT_FOUND' },
        ],
      },
    ],
  });

const SORTS = { created_at: 'instant', rating: 'number' } as const;

/** The feedback of a period, about a conference, an event or an agenda item. */
const filters = {
  conference_id: PathIdSchema.optional().describe(
    'Also feedback about its events and agenda items.',
  ),
  event_id: PathIdSchema.optional(),
  agenda_item_id: PathIdSchema.optional(),
  from: FromSchema.optional(),
  to: ToSchema.optional(),
};

export const FeedbackStatisticsQuerySchema = z.object(filters);

export const AdminFeedbackQuerySchema = CursorQuerySchema.extend({
  ...filters,
  sort: sortParameter(SORTS, '-created_at', 'No rating counts as 0.'),
  status: status.optional(),
  rating: PathIdSchema.pipe(RatingSchema).optional().meta({ minimum: 1, maximum: 5 }),
  category: CategorySchema.optional(),
  user_id: PathIdSchema.optional(),
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
