import { z } from 'zod';
import { foldedCode, POLL_RESULTS } from '../../../../domain/quests/task-types/answered.ts';
import { text as textInput, WebUrlSchema } from '../../common.ts';
import { taskType, taskTypeWithoutSettings } from './task-type.schemas.ts';

const linkInputs = { url: WebUrlSchema };

export const link = taskType('link', {
  shown: { url: z.string() },
  created: z.object(linkInputs),
  inputs: linkInputs,
});

const length = z.int().min(0).max(4_000);
const textInputs = {
  min_length: length.describe('1 by default.'),
  max_length: length.describe('4,000 by default.'),
};

export const text = taskType('text', {
  shown: { min_length: z.int(), max_length: z.int() },
  created: z.object(textInputs).partial().prefault({}),
  inputs: textInputs,
});

export const photo = taskTypeWithoutSettings('photo');

/** Four letters or digits at least, since hyphens are ignored. */
const CODE_FORMAT = /^(?=(-*[A-Z0-9]){4})[A-Z0-9-]{4,32}$/;

const codeInputs = {
  code: z
    .string()
    .max(100)
    .transform(foldedCode)
    .pipe(z.string().regex(CODE_FORMAT, 'expected 4 to 32 letters, digits and hyphens'))
    .describe(
      'Secret. 4 to 32 letters, digits and hyphens; case and spaces do not count. Generated if absent.',
    ),
};

export const code = taskType('code', {
  shown: {},
  created: z.object(codeInputs).partial().prefault({}),
  inputs: codeInputs,
});

const optionId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'expected 1 to 40 letters, digits, hyphens and underscores');

const OptionSchema = z.object({ id: optionId, label: z.string() }).meta({ id: 'TaskOption' });

/** What users choose from: as everyone sees it, as it is stored, and as an administrator gives it. */
const ShownOptionsSchema = z.array(z.object({ id: z.string(), label: z.string() }));
const StoredOptionsSchema = z.array(OptionSchema);
const OptionsInputSchema = z
  .array(z.object({ id: optionId, label: textInput(200) }))
  .min(2)
  .max(20);

const quizInputs = {
  options: OptionsInputSchema,
  multiple: z.boolean().describe('Whether users choose several options; `false` by default.'),
  max_tries: z.int().min(1).max(100).describe('3 by default.'),
  correct_option_ids: z
    .array(optionId)
    .min(1)
    .max(20)
    .describe('Secret. A user must choose exactly these.'),
};
const { options, correct_option_ids, ...defaulted } = quizInputs;
const rules = { multiple: z.boolean(), max_tries: z.int() };

export const quiz = taskType('quiz', {
  shown: { options: ShownOptionsSchema, ...rules },
  stored: { options: StoredOptionsSchema, ...rules },
  created: z.object({ options, correct_option_ids }).extend(z.object(defaulted).partial().shape),
  inputs: quizInputs,
});

const ResultsSchema = z.enum(POLL_RESULTS);
const pollInputs = {
  options: OptionsInputSchema,
  results: ResultsSchema.describe('Who sees the results; `always` by default.'),
};

export const poll = taskType('poll', {
  shown: { options: ShownOptionsSchema, results: ResultsSchema },
  stored: { options: StoredOptionsSchema, results: ResultsSchema },
  created: z.object(pollInputs).partial({ results: true }),
  inputs: pollInputs,
});

export const external = taskTypeWithoutSettings('external');
