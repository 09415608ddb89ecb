import { z } from 'zod';
import { because } from '../../../domain/reasons.ts';
import { InstantInputSchema, lines, QueryFlagSchema, text, WebUrlSchema } from '../common.ts';
import { cell, IdCellSchema, inForm, RowErrorSchema, UsernameSchema } from '../imports.schemas.ts';
import { remarksField } from '../reasons.schemas.ts';
import { BroadcastSchema, ChannelsSchema, DryRunSchema } from './broadcasts.schemas.ts';
import { ONE_OPENING, StartInputSchema } from './start-parameters.schemas.ts';
import { TranslationsSchema } from './translations.schemas.ts';

/** One recipient with their template variables. Compiled, like `UserImportRowSchema`, for speed. */
export const SpreadsheetRowSchema = z.compile(
  z
    .object({
      user_id: cell(IdCellSchema),
      messenger_id: cell(IdCellSchema),
      username: cell(UsernameSchema),
      variables: z.record(z.string(), z.string().max(1_000, 'expected at most 1,000 characters')),
    })
    .refine(({ user_id, messenger_id, username }) => user_id ?? messenger_id ?? username, {
      path: ['user_id'],
      ...because('expected a user_id, a messenger_id or a username', 'one_required', {
        fields: ['user_id', 'messenger_id', 'username'],
      }),
    }),
);

/** A form sends repeated fields, or one field with a comma-separated list. */
const ChannelsInFormSchema = z.preprocess((given) => {
  if (typeof given !== 'string') return given;
  const words = given.split(',').map((word) => word.trim());
  return given.trim() === '' ? undefined : words;
}, ChannelsSchema);

export const SpreadsheetBroadcastSchema = z
  .object({
    title: text(200).describe('A template.'),
    body: lines(4_000).describe('A template.'),
    translations: inForm(TranslationsSchema.default({})),
    action_url: cell(WebUrlSchema).transform((url) => url ?? null),
    start: inForm(StartInputSchema),
    channels: ChannelsInFormSchema.describe(
      'Repeated fields or a comma-separated list. Without it, both channels.',
    ),
    // An empty `scheduled_at` or `dry_run` is refused: a shell sends it when a substitution fails.
    scheduled_at: InstantInputSchema.optional().describe(
      'Without it, the broadcast starts at once.',
    ),
    dry_run: QueryFlagSchema.default(false).describe(
      'Counts and renders; stores and sends nothing.',
    ),
  })
  .refine(...ONE_OPENING)
  .meta({
    id: 'SheetSend',
    description:
      'A form with a .csv or .xlsx file whose first row names the columns. `user_id`, `messenger_id` or `username` identifies the user of a row; with several, the first of these counts. Any other column, such as `Shoe size`, is a template variable: `{{shoe_size}}`. A non-empty cell takes precedence over a built-in variable of the same name.',
    examples: [{ title: 'Your table', body: 'Dear {{first_name}}, you sit at table {{table}}.' }],
  });

const SpreadsheetReportSchema = z.object({
  total: z.int().describe('The sum of `matched` and `failed`.'),
  matched: z.int().describe('The rows whose users are recipients.'),
  failed: z.int(),
  errors: z.array(RowErrorSchema).describe('The first 1,000 errors.'),
  ignored_columns: z
    .array(z.string())
    .describe('Columns whose names cannot be template variables.'),
  warnings: z.array(z.string()),
  remarks: remarksField,
});

export const SheetBroadcastSchema = BroadcastSchema.extend({
  sheet: SpreadsheetReportSchema,
}).meta({ id: 'SheetJob' });

export const SpreadsheetDryRunSchema = DryRunSchema.extend({ sheet: SpreadsheetReportSchema }).meta(
  {
    id: 'SheetDryRun',
  },
);
