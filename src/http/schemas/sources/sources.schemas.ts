import { z } from 'zod';
import { SOURCE_KINDS } from '../../../domain/sources/sources.ts';
import { OFF_REASONS, PUBLISHING } from '../../../domain/sources/stored-sources.ts';
import {
  addressOf,
  IdSchema,
  InstantSchema,
  LanguageTagSchema,
  PathIdSchema,
  text,
  VersionSchema,
} from '../common.ts';
import { AbsentChoiceSchema } from '../imports.schemas.ts';
import { SourceRunSchema } from './source-runs.schemas.ts';

const MAX_UIDS = 1_000;

const KindSchema = z
  .enum(SOURCE_KINDS)
  .describe(
    '`schedule_json` and `schedule_xml` as pretalx, frab and FOSDEM export them, `sessionize` by its API, `ical` any iCalendar; `pretix` and `luma` are guest lists.',
  );

const SettingsSchema = z
  .object({
    organizer: text(100).describe('pretix: the short name of the organizer.'),
    event: text(100).describe('pretix: the short name of the event; Luma: its id, `evt-…`.'),
    lang: LanguageTagSchema.describe('The language of a schedule, or of the items of pretix.'),
    ticket_types: z
      .array(text(200))
      .min(1, 'expected at least one')
      .max(100, 'expected at most 100')
      .describe('Guests: only these items or tickets, by name.'),
    uids: z
      .array(text(500))
      .min(1, 'expected at least one')
      .max(MAX_UIDS, `expected at most ${MAX_UIDS}`)
      .describe('iCalendar: only the events with these UIDs.'),
    keep_email: z.boolean().describe('Guests: whether addresses are stored, encrypted.'),
    withdraw_claimed: z
      .boolean()
      .describe('Guests: whether a cancellation at the shop withdraws claimed registrations, too.'),
  })
  .partial()
  .describe('What the kind reads at its address; another kind’s setting is refused.')
  .meta({ id: 'SourceSettings', examples: [{ lang: 'en' }] });

const ShownSettingsSchema = z
  .object({
    organizer: z.string(),
    event: z.string(),
    lang: z.string(),
    ticket_types: z.array(z.string()),
    uids: z.array(z.string()),
    keep_email: z.boolean(),
    withdraw_claimed: z.boolean(),
  })
  .partial();

const UrlSchema = addressOf(
  /^(https?|webcals?)$/,
  'expected an http, https or webcal URL',
).describe(
  'The address of a programme; of pretix and Luma the base address, whose default is that of the shop.',
);
const INTERVAL =
  'From 5 to 1,440 minutes for a programme, by default 15; from 15 to 1,440 for guests, by default 60.';
const PUBLISH =
  '`review`: each run waits for a person. `auto`: unless a brake pulls, it is applied.';
const ABSENT =
  'What happens to an item that the source no longer has. `cancel` spares what has begun or starts within an hour.';

const inputs = {
  name: text(100),
  url: UrlSchema,
  settings: SettingsSchema,
  credential: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'expected visible ASCII characters, at most 500')
    .describe('The token of pretix or the key of Luma. No answer shows it.'),
  interval_minutes: z
    .int()
    .min(5, 'expected at least 5')
    .max(1_440, 'expected at most 1440')
    .describe(INTERVAL),
  publish: z.enum(PUBLISHING).describe(PUBLISH),
  absent: AbsentChoiceSchema.optional().describe(ABSENT),
  is_enabled: z.boolean().describe('`true` switches on again what is off.'),
};

export const NewSourceSchema = z
  .object(inputs)
  .partial()
  .required({ name: true })
  .extend({ kind: KindSchema })
  .meta({
    id: 'NewSource',
    examples: [
      {
        kind: 'schedule_json',
        name: 'pretalx',
        url: 'https://talks.example.org/sea/schedule/export/schedule.json',
        publish: 'auto',
      },
    ],
  });

export const SourceChangeSchema = z
  .object(inputs)
  .partial()
  .extend({ kind: KindSchema.optional() })
  .meta({
    id: 'SourceChange',
    description: 'Updates the given fields; `settings` replaces all settings.',
    examples: [{ publish: 'auto', absent: 'cancel' }],
  });

export const SourceSchema = z
  .object({
    id: IdSchema,
    conference_id: IdSchema,
    kind: KindSchema,
    name: z.string(),
    url: z.string(),
    settings: ShownSettingsSchema,
    has_credential: z.boolean(),
    interval_minutes: z.int(),
    publish: z.enum(PUBLISHING),
    absent: AbsentChoiceSchema,
    is_enabled: z.boolean(),
    off_reason: z
      .enum(OFF_REASONS)
      .nullable()
      .describe(
        '`failing`: for 24 hours. `refused`: 401, 403, 404 or 410 three times in a row. `owner_gone`: the rights of its owner have ended.',
      ),
    is_confirmed: z
      .boolean()
      .describe('Whether a person has applied a run; before, none applies itself.'),
    restless_at: InstantSchema.nullable().describe(
      'Since when runs wait, because 4 were applied within an hour; until a person looks.',
    ),
    failing_since: InstantSchema.nullable(),
    next_run_at: InstantSchema,
    last_run: SourceRunSchema.nullable().describe('The newest run that has ended.'),
    waiting_run_id: IdSchema.nullable(),
    version: VersionSchema,
    created_at: InstantSchema,
  })
  .meta({ id: 'Source' });

export const SourceParamsSchema = z.object({ conference_id: PathIdSchema, id: PathIdSchema });
