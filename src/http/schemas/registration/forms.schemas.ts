import { z } from 'zod';
import {
  MAX_ANSWER,
  MAX_OPTIONS,
  MAX_QUESTIONS,
  QUESTION_KINDS,
} from '../../../domain/registration/forms.ts';
import { IdSchema, lines, NullableTextSchema, text } from '../common.ts';
import { translationsOf } from '../messaging/translations.schemas.ts';

const MAX_LABEL = 300;

const TRANSLATIONS =
  'By BCP 47 language tag: a reader gets the text whose tag is theirs, or the longest part of theirs (`de` serves `de-AT`), and else `label`, `help` and the labels of `options`. `options` has the labels of all options, in their order.';

const OptionSchema = z
  .object({
    id: z.int().describe('Stable, and never used again in its question.'),
    label: z.string(),
  })
  .meta({ id: 'FormOption' });

const kind = z
  .enum(QUESTION_KINDS)
  .describe(
    'What an answer is. `text`, `long_text`: text, of one line or several; `url`: an https URL; `choice`: the id of an option; `choices`: a list of ids of options; `yes_no`: a boolean.',
  );
const is_sensitive = z
  .boolean()
  .describe(
    'As diet, access or health: answers are for administrators with `people:contacts` only, and deleted 30 days after the end.',
  );

export const FormQuestionSchema = z
  .object({
    id: IdSchema,
    kind,
    label: z.string(),
    help: NullableTextSchema,
    options: z.array(OptionSchema).describe('Of `choice` and `choices`; else empty.'),
    is_required: z.boolean(),
    is_sensitive,
    translations: z
      .record(
        z.string(),
        z.object({
          label: z.string(),
          help: z.string().optional(),
          options: z.array(z.string()).optional(),
        }),
      )
      .describe(TRANSLATIONS),
  })
  .meta({ id: 'FormQuestion' });

/** Of a single conference or event. */
export const FormQuestionsSchema = z
  .array(FormQuestionSchema)
  .describe('What who registers is asked, in this order.');

export const FormSchema = z
  .object({
    form_questions: z.array(
      FormQuestionSchema.extend({
        replaces: IdSchema.nullable().describe(
          'The retired question whose words this one changed; its answers stay with it.',
        ),
        answer_count: z.int(),
      }).meta({ id: 'AdminFormQuestion' }),
    ),
    version: z
      .int()
      .describe(
        'Made of the questions: another one after each edit. The `ETag` is `"<id>.<version>"`.',
      ),
  })
  .meta({ id: 'Form' });

const option = text(200);
const QuestionInputSchema = z
  .object({
    id: IdSchema.optional().describe('Of a live question of the form; without one it is new.'),
    kind,
    label: text(MAX_LABEL),
    help: lines(500).nullable().default(null),
    options: z
      .array(z.object({ id: IdSchema.optional(), label: option }))
      .max(MAX_OPTIONS, `expected at most ${MAX_OPTIONS}`)
      .default([])
      .describe('Of `choice` and `choices`. An option without an `id` is new.'),
    is_required: z.boolean().default(false),
    is_sensitive: is_sensitive.default(false),
    translations: translationsOf(
      z.object({
        label: text(MAX_LABEL),
        help: lines(500).optional(),
        options: z.array(option).max(MAX_OPTIONS).optional(),
      }),
    )
      .default({})
      .describe(TRANSLATIONS),
  })
  .meta({ id: 'FormQuestionInput' });

export const FormChangeSchema = z
  .object({
    form_questions: z
      .array(QuestionInputSchema)
      .max(MAX_QUESTIONS, `expected at most ${MAX_QUESTIONS}`)
      .describe('All questions, in their order.'),
  })
  .meta({
    id: 'FormChange',
    examples: [
      {
        form_questions: [
          { kind: 'text', label: 'What do you build?', is_required: true },
          {
            kind: 'choice',
            label: 'What do you eat?',
            options: [{ label: 'Everything' }, { label: 'No meat' }],
            is_sensitive: true,
            translations: { de: { label: 'Was essen Sie?', options: ['Alles', 'Kein Fleisch'] } },
          },
        ],
      },
    ],
  });

const value = z.union([
  lines(MAX_ANSWER),
  IdSchema,
  z.array(IdSchema).max(MAX_OPTIONS),
  z.boolean(),
]);

const AnswerSchema = z.object({ question_id: IdSchema, value }).meta({ id: 'FormAnswer' });

/** One's own answers, as a whole list. */
export const AnswersSchema = z
  .array(AnswerSchema)
  .max(MAX_QUESTIONS, `expected at most ${MAX_QUESTIONS}`)
  .describe(
    'All answers to the questions of the form: an earlier one that is left out is deleted.',
  );

export const AnswersChangeSchema = z
  .object({ answers: AnswersSchema })
  .meta({ id: 'AnswersChange', examples: [{ answers: [{ question_id: 17, value: 'Looms' }] }] });

export const OwnAnswersSchema = z
  .object({
    answers: z
      .array(AnswerSchema)
      .describe(
        'Mine, to the questions of the form. Absent where nothing is asked, as is `answers_missing`.',
      ),
    answers_missing: z
      .array(IdSchema)
      .describe('The required questions without an answer, as after an import or a claim.'),
  })
  .meta({ id: 'OwnAnswers' });

/** An answer with the words that it answered. */
export const ReadAnswersSchema = z.array(
  z
    .object({
      question_id: IdSchema,
      label: z.string(),
      value: z
        .union([z.string(), z.array(z.string()), z.boolean()])
        .describe('Of options, their labels.'),
    })
    .meta({ id: 'ReadAnswer' }),
);
