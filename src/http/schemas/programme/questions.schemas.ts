import { z } from 'zod';
import {
  QUESTION_DECISIONS,
  QUESTION_SORTS,
  QUESTION_STATUSES,
} from '../../../domain/programme/questions.ts';
import { because } from '../../../domain/reasons.ts';
import { IdSchema, InstantSchema, once, resultsOf, text } from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { onlyOne } from '../reasons.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import { QuestionModeSchema } from './agenda.schemas.ts';

const status = z
  .enum(QUESTION_STATUSES)
  .meta({ id: 'QuestionStatus', description: '`waiting`: only moderators see it yet.' });
const question = {
  id: IdSchema,
  text: z.string().describe('Plain text: never show it as HTML, and links in it are no links.'),
  status,
  created_at: InstantSchema,
};

export const QuestionsQuerySchema = z.object({
  sort: z
    .enum(QUESTION_SORTS)
    .default('votes')
    .describe('Of the visible questions: the most votes first, or the newest.'),
});

export const SessionQuestionsSchema = z
  .object({
    mode: QuestionModeSchema,
    is_open: z.boolean().describe('Whether questions and votes are accepted now.'),
    closes_at: InstantSchema.nullable().describe('null while `mode` is `off`.'),
    as_of: InstantSchema.describe('When the list was made.'),
    data: z
      .array(z.object({ ...question, votes: z.int() }).meta({ id: 'ListedQuestion' }))
      .describe('At most 200 visible questions, then the 20 that were answered last.'),
  })
  .meta({ id: 'SessionQuestions' });

const [MIN, MAX] = [10, 300];

export const NewQuestionSchema = z
  .object({
    text: text(MAX)
      // In characters, as PostgreSQL counts them.
      .refine(
        (given) => [...given].length >= MIN,
        because(`expected at least ${MIN} characters`, 'too_short', { min: MIN }),
      )
      .meta({ minLength: MIN }),
  })
  .meta({ id: 'NewQuestion', examples: [{ text: 'Who wrote the first program?' }] });

/** A question as the person sees it who asked. */
export const QuestionSchema = z
  .object({ ...question, agenda_item_id: IdSchema })
  .meta({ id: 'Question' });

export const QuestionVoteSchema = z
  .object({ id: IdSchema, voted: z.boolean().describe('Whether your vote counts.') })
  .meta({ id: 'QuestionVote' });

export const QuestionReportSchema = z
  .object({ id: IdSchema, reported: z.literal(true) })
  .meta({ id: 'QuestionReport' });

export const AdminQuestionSchema = z
  .object({
    ...question,
    agenda_item_id: IdSchema,
    votes: z.int(),
    reports: z.int().describe('How many people reported it.'),
    merged_into: IdSchema.nullable().describe(
      'The question that is shown instead; null if it is not merged.',
    ),
    user: z
      .object({
        id: IdSchema,
        first_name: z.string(),
        last_name: z.string().nullable(),
        username: z.string().nullable(),
      })
      .nullable()
      .describe('null once the person who asked is erased.'),
    decided_at: InstantSchema.nullable(),
    decided_by: z
      .string()
      .nullable()
      .describe('The name of the administrator; null also if a key of no administrator decided.'),
  })
  .meta({ id: 'AdminQuestion' });

const SORTS = { answered: 'number', votes: 'number' } as const;

export const AdminQuestionsQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(SORTS, 'answered', 'By `answered`, answered questions are last.'),
  status: status.optional().describe('Without merged questions.'),
  format: z
    .enum(['json', 'csv'])
    .default('json')
    .describe('`csv` returns all rows in one file and ignores `page`, `limit` and `cursor`.'),
});

export const adminQuestionPosition = ({ sort }: z.output<typeof AdminQuestionsQuerySchema>) =>
  sortPosition(SORTS, sort);

const from = status.describe(
  'The status that you saw. If it is another one now, 409 `CONFLICT` says which.',
);
const decision = z.enum(QUESTION_DECISIONS);

export const QuestionDecisionSchema = z
  .object({
    from,
    status: decision.optional(),
    merge_into: IdSchema.optional().describe(
      'A question of the same session, to which the votes move, once for each person.',
    ),
  })
  .transform(({ from, status, merge_into }, context) => ({
    from,
    ...onlyOne(context, { status, merge_into }),
  }))
  .meta({ id: 'QuestionDecision', examples: [{ from: 'waiting', status: 'visible' }] });

const IDS = 'expected 1 to 100 ids';

export const QuestionDecisionsSchema = z
  .object({
    ids: z
      .array(IdSchema)
      .min(1, IDS)
      .max(100, IDS)
      .refine(...once('id')),
    from,
    status: decision,
  })
  .meta({ id: 'QuestionDecisions' });

export const DecidedQuestionsSchema = resultsOf('DecidedQuestion', decision).meta({
  id: 'DecidedQuestions',
});

/** The own questions and votes of a session, in the user state. */
export const ownQuestionFields = {
  questions: z
    .array(z.object({ id: IdSchema, status }).meta({ id: 'OwnQuestion' }))
    .optional()
    .describe(
      'Your questions in the session; only with `agenda_item_id`. A merged one has the status of the question that is shown instead.',
    ),
  question_votes: z
    .array(IdSchema)
    .optional()
    .describe('Ids of the questions that you voted for; only with `agenda_item_id`.'),
};

/** Questions, votes and reports in the export. */
export const personalQuestionFields = {
  questions: z.array(QuestionSchema),
  question_votes: z.array(z.object({ question_id: IdSchema })),
  question_reports: z.array(z.object({ question_id: IdSchema, created_at: InstantSchema })),
};
