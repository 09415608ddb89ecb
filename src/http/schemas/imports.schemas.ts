import { z } from 'zod';
import { ABSENCES } from '../../domain/sources/stored-sources.ts';
import { findsByContact } from '../../lib/finding-contacts.ts';
import { PATTERNS } from '../../lib/patterns.ts';
import { AnyIdSchema, IdSchema, lines, QueryFlagSchema, text } from './common.ts';
import { InterestsSchema } from './people/users.schemas.ts';
import { reasonFields, refuse, remarksField } from './reasons.schemas.ts';

export const MAX_IMPORT_BYTES = 32 * 1024 * 1024;

/** A column of an import: an empty cell, or `null` in JSON, keeps the current value. */
export const cell = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (given === '' || given === null ? undefined : given), schema.optional());

/** A form has no objects: a field with JSON. */
export const inForm = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((given, context) => {
    if (typeof given !== 'string') return given;
    if (given.trim() === '') return undefined;
    try {
      return JSON.parse(given);
    } catch {
      return refuse(context, [], 'expected JSON', 'format', { format: 'json' });
    }
  }, schema);

/** `a|b|c` in a cell, a list in JSON. */
const InterestsCellSchema = z.preprocess(
  (given) => (typeof given === 'string' ? given.split('|').filter((word) => word.trim()) : given),
  InterestsSchema.optional(),
);

const spelledId = (given: string) =>
  given
    .replace(/\s+/g, '')
    .replace(/^'?\+?/, '')
    .replace(/\.0+$/, '');

/** An id as people and spreadsheets write it: `+7 000 000 001`, `'7000000001` or `7000000001.0`. */
export const IdCellSchema = z.preprocess(
  (given) => (typeof given === 'string' ? spelledId(given) : given),
  AnyIdSchema,
);

const PROFILE_LINK = /^(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\//i;

/** `ada_l` of `@ada_l`, `https://t.me/ada_l` and `telegram.me/ada_l`. */
const usernameOf = (given: string) =>
  given.trim().replace(PROFILE_LINK, '').replace(/^@+/, '').replace(/\/$/, '');

/** The username of an existing user, or a link to their profile. */
export const UsernameSchema = findsByContact(z.string().transform(usernameOf).pipe(text(64)));

const NEEDS_CONTACTS = 'Of an existing user. Needs the scope `people:contacts`.';

/** The messenger id of an existing user. */
export const MessengerIdSchema = findsByContact(
  IdSchema.meta({ ...IdSchema.meta(), description: NEEDS_CONTACTS }),
);
/** As `MessengerIdSchema`, in a body that is JSON or a form. */
export const AnyMessengerIdSchema = findsByContact(
  AnyIdSchema.meta({ ...AnyIdSchema.meta(), description: NEEDS_CONTACTS }),
);

/** A username to be stored: an email address or another link would never match a user. */
export const NewUsernameSchema = z
  .string()
  .transform(usernameOf)
  .pipe(
    z
      .string()
      .regex(PATTERNS.username, 'expected a username of 4 to 32 letters, digits or _, as @ada_l'),
  );

/**
 * A row of a user import. Compiled, since it checks up to 100,000 rows: a quarter of the time and an
 * eighth of the garbage.
 */
export const UserImportRowSchema = z.compile(
  z.object({
    messenger_id: IdCellSchema,
    first_name: cell(text(256)),
    last_name: cell(text(256)),
    username: cell(NewUsernameSchema),
    language_code: cell(text(35)),
    headline: cell(text(200)),
    company: cell(text(200)),
    job_title: cell(text(200)),
    bio: cell(lines(2_000)),
    interests: cell(InterestsCellSchema),
  }),
);

/** What happens to what a source or an upload no longer has. */
export const AbsentChoiceSchema = z.enum(ABSENCES).meta({ id: 'AbsentChoice' });

export const ImportQuerySchema = z.object({
  dry_run: QueryFlagSchema.default(false).describe(
    'Only reports the result; nothing is stored or sent.',
  ),
});

export const UserImportRequestSchema = z
  .object({
    users: z
      .array(z.unknown())
      .optional()
      .describe(`Each row with ${Object.keys(UserImportRowSchema.shape).join(', ')}.`),
  })
  .meta({
    id: 'UserImportRequest',
    description:
      'A JSON list, or a form with a .csv or .xlsx file whose columns have the same names, in any letter case and with spaces or underscores: the header is found below titles and on any sheet. Interests in a cell are separated by `|`. A new user needs a `first_name`; an empty cell keeps the current value.',
    examples: [{ users: [{ messenger_id: 4_242, first_name: 'Ada', interests: ['mathematics'] }] }],
  });

export const RowErrorSchema = z
  .object({
    row: z
      .int()
      .describe('The row of the file, whose header is row 1; in a JSON list, counted from 1.'),
    field: z.string().nullable().describe('null for the row as a whole.'),
    error: z.string(),
    ...reasonFields,
  })
  .meta({ id: 'RowError' });

export const ImportResultSchema = z
  .object({
    total: z.int(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    failed: z.int(),
    dry_run: z.boolean(),
    errors: z.array(RowErrorSchema).describe('At most the first 1,000.'),
    ignored_columns: z.array(z.string()),
    warnings: z.array(z.string()),
    remarks: remarksField,
  })
  .meta({ id: 'ImportResult' });
