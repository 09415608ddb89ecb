import { z } from 'zod';
import { AnyIdSchema, InstantInputSchema, QueryFlagSchema, text, WebUrlSchema } from '../common.ts';
import { cell, RowErrorSchema, UsernameSchema } from '../imports.schemas.ts';
import {
  ChannelsSchema,
  DryRunSchema,
  JOB_EXAMPLE,
  NotificationJobSchema,
  PREVIEW_EXAMPLE,
} from './notification-jobs.schemas.ts';

/** One person of a spreadsheet, with what templates can say of them; compiled as `UserImportRow`. */
export const SpreadsheetRowSchema = z.compile(
  z
    .object({
      user_id: cell(AnyIdSchema),
      messenger_id: cell(AnyIdSchema),
      username: cell(UsernameSchema),
      variables: z.record(z.string(), z.string().max(1_000, 'expected at most 1,000 characters')),
    })
    .refine(({ user_id, messenger_id, username }) => user_id ?? messenger_id ?? username, {
      path: ['user_id'],
      error: 'expected a user_id, a messenger_id or a username',
    }),
);

/** In a form, as a field for each or as one text. */
const ChannelsInFormSchema = z.preprocess((given) => {
  if (typeof given !== 'string') return given;
  const words = given.split(',').map((word) => word.trim());
  return given.trim() === '' ? undefined : words;
}, ChannelsSchema);

export const SpreadsheetBroadcastSchema = z
  .object({
    title: text(200).describe('A template.'),
    body: text(4_000).describe('A template.'),
    action_url: cell(WebUrlSchema).transform((url) => url ?? null),
    channels: ChannelsInFormSchema.describe(
      'A field for each, or one with commas in between; both, unless given.',
    ),
    // Empty is no answer to these two: it is what a shell makes of a command that failed.
    scheduled_at: InstantInputSchema.optional().describe('At once, unless given.'),
    dry_run: QueryFlagSchema.default(false).describe(
      'Only counts and shows; nothing is kept or sent.',
    ),
  })
  .meta({
    id: 'SheetSend',
    description:
      'A form with a .csv or .xlsx file, whose first row names its columns: `user_id`, `messenger_id` or `username` tell whom a row means, in this order where it has several. What stands in another column, `Shoe size` say, goes where a template has `{{shoe_size}}`; where a column is named as a variable that everybody has, it comes first unless its cell is empty.',
    examples: [{ title: 'Your table', body: 'Dear {{first_name}}, you sit at table {{table}}.' }],
  });

const SpreadsheetReportSchema = z.object({
  total: z.int().describe('`matched` and `failed` together.'),
  matched: z.int().describe('The rows whose people are written to.'),
  failed: z.int(),
  errors: z.array(RowErrorSchema).describe('The first 1,000.'),
  ignored_columns: z.array(z.string()).describe('No template can name these.'),
  warnings: z.array(z.string()),
});
const REPORT_EXAMPLE = {
  total: 3,
  matched: 2,
  failed: 1,
  errors: [{ row: 4, field: 'username', error: 'nobody is known by it' }],
  ignored_columns: [],
  warnings: [],
};

export const SpreadsheetJobSchema = NotificationJobSchema.extend({
  sheet: SpreadsheetReportSchema,
}).meta({
  id: 'SheetJob',
  examples: [{ ...JOB_EXAMPLE, audience: { spreadsheet: true }, sheet: REPORT_EXAMPLE }],
});

export const SpreadsheetDryRunSchema = DryRunSchema.extend({ sheet: SpreadsheetReportSchema }).meta(
  {
    id: 'SheetDryRun',
    examples: [{ dry_run: true, ...PREVIEW_EXAMPLE, sheet: REPORT_EXAMPLE }],
  },
);
