import { z } from 'zod';
import { ATTENDED_WHEN, POLL_RESULTS } from '../../../domain/quests/quest-tasks.ts';
import { foldedCode } from '../../../domain/quests/verifiers/code.ts';
import { PROFILE_TASK_FIELDS } from '../../../domain/quests/verifiers/profile.ts';
import { IdSchema, text, WebUrlSchema } from '../common.ts';

const optionId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'expected 1 to 40 letters, digits, hyphens and underscores');

const OptionSchema = z
  .object({ id: optionId, label: z.string() })
  .meta({ id: 'TaskOption', examples: [{ id: 'a', label: 'Ada Lovelace' }] });

const when = z
  .enum(ATTENDED_WHEN)
  .describe('`registered`: a seat is enough. `checked_in`: use it where points matter.');

/** The public settings of each type, as they are stored. They differ by their fields. */
export const TaskConfigSchema = z
  .union([
    z.strictObject({ url: z.string() }),
    z.strictObject({ min_length: z.int(), max_length: z.int() }),
    z.strictObject({ options: z.array(OptionSchema), multiple: z.boolean(), max_tries: z.int() }),
    z.strictObject({ options: z.array(OptionSchema), results: z.enum(POLL_RESULTS) }),
    z.strictObject({ count: z.int() }),
    z.strictObject({ event_id: IdSchema, when }),
    z.strictObject({ conference_id: IdSchema, when }),
    z.strictObject({ fields: z.array(z.enum(PROFILE_TASK_FIELDS)) }),
    z.strictObject({}),
  ])
  .meta({
    id: 'TaskConfig',
    description:
      'The settings of the type. Codes and the correct options of a quiz are never part of it.',
    examples: [{ url: 'https://sea.example/programme' }],
  });

const length = z.int().min(0).max(4_000);
const options = z
  .array(z.object({ id: optionId, label: text(200) }))
  .min(2)
  .max(20);

/** Four letters or digits at least, since hyphens are ignored. */
const CODE = /^(?=(-*[A-Z0-9]){4})[A-Z0-9-]{4,32}$/;

const inputs = {
  url: WebUrlSchema,
  min_length: length.describe('1 by default.'),
  max_length: length.describe('4,000 by default.'),
  code: z
    .string()
    .max(100)
    .transform(foldedCode)
    .pipe(z.string().regex(CODE, 'expected 4 to 32 letters, digits and hyphens'))
    .describe(
      'Secret. 4 to 32 letters, digits and hyphens; case and spaces do not count. Generated if absent.',
    ),
  options,
  multiple: z.boolean().describe('Whether users choose several options; `false` by default.'),
  max_tries: z.int().min(1).max(100).describe('3 by default.'),
  correct_option_ids: z
    .array(optionId)
    .min(1)
    .max(20)
    .describe('Secret. A user must choose exactly these.'),
  results: z.enum(POLL_RESULTS).describe('Who sees the results; `always` by default.'),
  count: z.int().min(1).max(100),
  event_id: IdSchema,
  conference_id: IdSchema.describe('That of the quest by default.'),
  when,
  fields: z.array(z.enum(PROFILE_TASK_FIELDS)).min(1).max(PROFILE_TASK_FIELDS.length),
};

const { url, min_length, max_length, code, multiple, max_tries, correct_option_ids } = inputs;
const { results, count, event_id, conference_id, fields } = inputs;

/** What an administrator gives for a new task of each type. */
export const NEW_CONFIGS = {
  link: z.object({ url }),
  text: z.object({ min_length, max_length }).partial().prefault({}),
  photo: z.object({}).prefault({}),
  code: z.object({ code: code.optional() }).prefault({}),
  quiz: z.object({ options, correct_option_ids }).extend({
    multiple: multiple.optional(),
    max_tries: max_tries.optional(),
  }),
  poll: z.object({ options, results: results.optional() }),
  connections: z.object({ count }),
  event_attendance: z.object({ event_id, when: when.optional() }),
  conference_registration: z.object({ conference_id, when }).partial().prefault({}),
  profile: z.object({ fields }),
  external: z.object({}).prefault({}),
} as const;

/** Settings that change. Those of other types than the task's are ignored. */
export const TaskConfigChangeSchema = z
  .object(inputs)
  .partial()
  .meta({ id: 'TaskConfigChange', examples: [{ max_tries: 5 }] });
