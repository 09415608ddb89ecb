import { z } from 'zod';
import {
  MAX_MERGES,
  MAX_PREVIEWED,
  PREVIEWED_STATUSES,
  WRITTEN_OUTCOMES,
} from '../../../domain/attendance/attendee-previews.ts';
import { normalizedTicketCode } from '../../../domain/attendance/guest-keys.ts';
import {
  GUEST_COLUMNS,
  GUEST_LIST_PRESETS,
} from '../../../domain/attendance/guest-list-presets.ts';
import { because } from '../../../domain/reasons.ts';
import { ConferenceParamsSchema, NullableTextSchema, text } from '../common.ts';
import { EmailSchema } from '../email.schemas.ts';
import {
  cell,
  IdCellSchema,
  ImportResultSchema,
  inForm,
  NewUsernameSchema,
} from '../imports.schemas.ts';
import { reasonFields } from '../reasons.schemas.ts';

const IDENTIFYING = ['messenger_id', 'username', 'ticket_code', 'email'] as const;

/** As a spreadsheet writes a long number: the digits after the first ones are lost. */
const SHORTENED_NUMBER = /^\d(?:[.,]\d+)?E\+\d+$/i;

/** The ticket code of a ticket shop. People add whitespace when they copy one. */
export const TicketCodeSchema = z
  .string()
  .transform(normalizedTicketCode)
  .pipe(text(200).pipe(z.string().min(4, 'expected at least 4 characters')))
  .refine((code) => !SHORTENED_NUMBER.test(code), {
    ...because('expected the whole code, but a spreadsheet has rounded it', 'code_rounded'),
  });

export const TicketCodeEndSchema = NullableTextSchema.describe(
  'The last 4 characters of a ticket code of at least 12.',
);

/** A row of an attendee import; compiled as `UserImportRowSchema`. */
export const AttendeeImportRowSchema = z.compile(
  z
    .object({
      messenger_id: cell(IdCellSchema),
      ticket_code: cell(TicketCodeSchema),
      scan_code: cell(TicketCodeSchema),
      email: cell(EmailSchema),
      username: cell(NewUsernameSchema),
      first_name: cell(text(256)),
      last_name: cell(text(256)),
      company: cell(text(200)),
      job_title: cell(text(200)),
      ticket_type: cell(text(100)),
    })
    .refine((row) => IDENTIFYING.some((key) => row[key] !== undefined), {
      path: ['messenger_id'],
      ...because('expected a messenger_id, username, ticket_code or email', 'one_required', {
        fields: ['messenger_id', 'username', 'ticket_code', 'email'],
      }),
    }),
);

/** How the file of a ticket shop is read. */
export const guestListFields = {
  preset: z
    .enum(GUEST_LIST_PRESETS)
    .optional()
    .describe(
      'The ticket shop whose guest list the file is: it names the columns, and which rows count (pretix: not canceled and no add-on; Luma: approved; Eventbrite: attending or checked in).',
    ),
  columns: inForm(
    z
      .partialRecord(z.enum(GUEST_COLUMNS), text(200))
      .refine((columns) => Object.keys(columns).length > 0, {
        ...because('expected a column', 'required'),
      })
      .optional(),
  ).describe(
    'A JSON object of fields and the names of their columns in the file, as `{ "ticket_code": "Secret" }`. With `preset`, in place of the columns of the preset. `name` is a whole name, which is split; `scan_code` is what the printed ticket shows, if it is not the ticket code: it opens the door and claims nothing.',
  ),
};

export const AttendeeImportRequestSchema = z
  .object({
    ...guestListFields,
    preset: z
      .enum([...GUEST_LIST_PRESETS, 'detect'])
      .optional()
      .describe(
        `${guestListFields.preset.description} \`detect\` is the one whose columns the file has; a list of none is read by the names of its columns. Without it a list of a shop is refused.`,
      ),
    keep_email: inForm(z.boolean().default(false)).describe(
      'Whether the addresses of guests are stored, encrypted, until 30 days after the conference. Their keyed hashes always are.',
    ),
    allow_nameless: inForm(z.boolean().default(false)).describe(
      'Whether a file may have no column that names its guests. Without it such a file is refused, since its columns may have other names.',
    ),
    attendees: z
      .array(z.unknown())
      .optional()
      .describe(`Each row with ${Object.keys(AttendeeImportRowSchema.shape).join(', ')}.`),
  })
  .meta({
    id: 'AttendeeImportRequest',
    description:
      'A JSON list, or a form with a .csv or .xlsx file whose columns have the same names, in any letter case and with spaces or underscores: the header is found below titles and on any sheet. Each row needs a `ticket_code`, `messenger_id`, `email` or `username`, and its person is found in this order; an empty cell keeps the current value. A ticket code is of one attendee. An `email` identifies only a row without a ticket code, and only if it is once in the file: else both rows fail with `EMAIL_NOT_UNIQUE`. A row with a new ticket code and an e-mail that is once in the file gives its code to the only invitation with this e-mail, if that has none. `name` is a whole name. The guest list of a ticket shop is read as it is with `preset` or `columns`.',
    examples: [
      {
        attendees: [
          { messenger_id: 4_242, first_name: 'Ada', ticket_type: 'speaker' },
          { ticket_code: 'k3pvzyaxhvnzqx5k', email: 'linus@example.org', first_name: 'Linus' },
          { username: '@grace' },
        ],
      },
    ],
  });

const LeftOutRowSchema = z
  .object({ row: z.int().describe('As in `errors`.'), reason: z.string(), ...reasonFields })
  .meta({ id: 'LeftOutRow' });

const OutcomeSchema = z
  .enum([...WRITTEN_OUTCOMES, 'left_out', 'failed'])
  .describe(
    '`merged` brings a key, such as a ticket code, to a person who is there already; in the counts it is updated or unchanged.',
  );

const AttendeeImportPreviewSchema = z
  .object({
    preset: z
      .enum(GUEST_LIST_PRESETS)
      .nullable()
      .describe('The ticket shop as whose list the file was read, given or detected.'),
    columns: z
      .array(z.object({ title: z.string(), field: z.enum(GUEST_COLUMNS).nullable() }))
      .describe(
        'The columns of the file in their order, and the field that each fills; `null` for none. Empty for a JSON list.',
      ),
    rows: z
      .array(
        z.object({
          row: z.int().describe('As in `errors`.'),
          name: NullableTextSchema,
          company: NullableTextSchema,
          ticket_type: NullableTextSchema,
          has_ticket_code: z.boolean(),
          status: z.enum(PREVIEWED_STATUSES).nullable(),
          outcome: OutcomeSchema,
        }),
      )
      .describe(
        `The first ${MAX_PREVIEWED} rows, as they would be stored. One that is left out or fails has \`null\`.`,
      ),
    merges: z
      .array(
        z.object({
          row: z.int(),
          name: NullableTextSchema.describe('As the row has it.'),
          existing_name: NullableTextSchema,
          existing_row: z
            .int()
            .nullable()
            .describe('The earlier row of the same person, for which this one fails.'),
          by: NullableTextSchema.describe('The field by which the person was found.'),
          outcome: OutcomeSchema,
        }),
      )
      .describe(
        `At most ${MAX_MERGES} of the rows whose person is a guest, an attendee or in an earlier row; first those that merge.`,
      ),
    merge_count: z.int(),
  })
  .meta({ id: 'AttendeeImportPreview' });

export const AttendeeImportResultSchema = ImportResultSchema.extend({
  by_username: z.int().describe('The valid rows that identify their person only by username.'),
  left_out_count: z
    .int()
    .describe('The rows that are no guests, by the preset, or of erased guests.'),
  left_out: z
    .array(LeftOutRowSchema)
    .describe('At most the first 1,000. Nothing is written, and nobody is withdrawn, for them.'),
  waitlisted: z
    .int()
    .describe('The valid rows whose person waits for a seat, as an attendee or an invited person.'),
  import_id: z
    .uuid()
    .nullable()
    .describe('By which the import can be undone; `null` for a dry run, and if it invited nobody.'),
  preview: AttendeeImportPreviewSchema.nullish().describe(
    'Only of a dry run, for `attendees:read`. It is not stored: the replay of an `Idempotency-Key` has `null`.',
  ),
}).meta({ id: 'AttendeeImportResult' });

export const AttendeeImportParamsSchema = ConferenceParamsSchema.extend({ import_id: z.uuid() });

export const AttendeeImportUndoneSchema = z
  .object({
    withdrawn: z.int().describe('The invitations that this call withdrew.'),
    withdrawn_before: z.int(),
    kept: z
      .object({ claimed: z.int(), checked_in: z.int(), changed: z.int() })
      .describe('The invitations that stay: claimed, checked in, or changed since the import.'),
  })
  .meta({ id: 'AttendeeImportUndone' });
