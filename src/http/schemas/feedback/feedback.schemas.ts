import { z } from 'zod';
import {
  FEEDBACK_KINDS,
  FEEDBACK_LINKS,
  FEEDBACK_STATUSES,
} from '../../../domain/feedback/feedback.ts';
import { because } from '../../../domain/reasons.ts';
import {
  DaySchema,
  IdSchema,
  InstantSchema,
  lines,
  PathIdSchema,
  resultsOf,
  text,
} from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { FromSchema, ToSchema } from '../periods.schemas.ts';
import { WORDS } from '../search.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';

const MAX_CONTEXT_KEYS = 20;

const expected = 'expected a whole number from 1 to 5';
export const RatingSchema = z.int(expected).min(1, expected).max(5, expected);
const CategorySchema = text(50);

const ContextSchema = z
  .record(text(50), z.union([text(200), z.number()], 'expected a text or a number'))
  .refine(
    (context) => Object.keys(context).length <= MAX_CONTEXT_KEYS,
    because(`expected at most ${MAX_CONTEXT_KEYS} keys`, 'too_many', { max: MAX_CONTEXT_KEYS }),
  )
  .describe(
    `At most ${MAX_CONTEXT_KEYS} texts or numbers by key, a text of at most 200 characters: data that helps to understand the message, such as the page and the version of the client.`,
  )
  .meta({ maxProperties: MAX_CONTEXT_KEYS });

export const FeedbackSubmissionSchema = z
  .object({
    message: lines(4_000),
    rating: RatingSchema.nullish().describe('1 to 5; 5 is best.'),
    category: CategorySchema.nullish(),
    contact: text(200).nullish().describe('A contact to which the organizers can answer.'),
    context: ContextSchema.nullish(),
    conference_id: IdSchema.nullish().describe(
      'What it is about: at most one of `conference_id`, `event_id` and `agenda_item_id`.',
    ),
    event_id: IdSchema.nullish(),
    agenda_item_id: IdSchema.nullish(),
  })
  .refine((given) => FEEDBACK_LINKS.filter((link) => given[link]).length <= 1, {
    path: ['conference_id'],
    ...because(`expected at most one of ${FEEDBACK_LINKS.join(', ')}`, 'not_allowed'),
  })
  .transform(({ message, rating, category, contact, context, ...links }) => ({
    message,
    rating: rating ?? null,
    category: category ?? null,
    contact: contact ?? null,
    context: context ?? null,
    conference_id: links.conference_id ?? null,
    event_id: links.event_id ?? null,
    agenda_item_id: links.agenda_item_id ?? null,
  }))
  .meta({
    id: 'FeedbackSubmission',
    examples: [{ message: 'The harbor tour was lovely.', rating: 4, event_id: 7 }],
  });

/** The answer to the sender, without the content of the feedback. */
export const FeedbackReceiptSchema = z
  .object({ id: IdSchema, created_at: InstantSchema })
  .meta({ id: 'FeedbackReceipt' });

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
    message: z
      .string()
      .nullable()
      .describe(
        'Plain text as it was sent: never show it as HTML or Markdown. null for a rating without a comment.',
      ),
    rating: z.int().nullable(),
    category: z.string().nullable(),
    contact: z.string().nullable(),
    context: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
    status,
    note: z.string().nullable().describe('The note of the organizers; the sender never sees it.'),
    is_rating: z.boolean().describe('A rating of an agenda item, at most one of each user.'),
    shared_at: InstantSchema.nullable().describe(
      'When the comment of a rating was shown to the speakers; null if it is not.',
    ),
    created_at: InstantSchema.describe('Of a rating: when it was last changed.'),
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
  .meta({ id: 'Feedback' });

const shared = z
  .boolean()
  .optional()
  .describe(
    'Whether the comment of a rating is shown to the speakers of the session, without name and time. A changed comment is no longer shared.',
  );

export const FeedbackChangeSchema = z
  .object({
    status: status.optional(),
    note: lines(2_000).nullish().describe('null clears it.'),
    shared,
  })
  .meta({
    id: 'FeedbackChange',
    examples: [{ status: 'done', note: 'Chairs are ordered.' }],
  });

const IDS = 'expected 1 to 100 ids';

export const FeedbackStatusesSchema = z
  .object({
    ids: z.array(IdSchema).min(1, IDS).max(100, IDS),
    status: status.optional(),
    shared,
  })
  .refine((given) => given.status !== undefined || given.shared !== undefined, {
    path: ['status'],
    ...because('expected a status or shared', 'required'),
  })
  .meta({ id: 'FeedbackStatuses', examples: [{ ids: [1, 2], status: 'done' }] });

export const FeedbackResultsSchema = resultsOf('FeedbackResult', status).meta({
  id: 'FeedbackResults',
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
  kind: z.enum(FEEDBACK_KINDS).optional().describe('Both by default.'),
};

export const FeedbackExportFormatSchema = z
  .enum(['json', 'csv', 'xlsx'])
  .default('json')
  .describe(
    '`csv` and `xlsx` return all rows in one file and ignore `page`, `limit` and `cursor`.',
  );

export const FeedbackStatisticsQuerySchema = z.object(filters);

export const AdminFeedbackQuerySchema = CursorQuerySchema.extend({
  ...filters,
  sort: sortParameter(SORTS, '-created_at', 'No rating counts as 0.'),
  status: status.optional(),
  rating: PathIdSchema.pipe(RatingSchema).optional().meta({ minimum: 1, maximum: 5 }),
  category: CategorySchema.optional(),
  user_id: PathIdSchema.optional(),
  q: text(100).optional().describe(`The message contains every word, or an id. ${WORDS}`),
  format: FeedbackExportFormatSchema,
});

export const adminFeedbackPosition = ({ sort }: z.output<typeof AdminFeedbackQuerySchema>) =>
  sortPosition(SORTS, sort);

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
  .meta({ id: 'FeedbackStatistics' });
