import { z } from 'zod';
import { AGENDA_KINDS } from '../../../domain/programme/agenda.ts';
import { type AgendaImportRow, FROM_SHEET } from '../../../domain/programme/agenda-imports.ts';
import { LISTED_FIELDS } from '../../../domain/programme/import-changes.ts';
import { because } from '../../../domain/reasons.ts';
import { IdSchema, InstantSchema, lines, QueryFlagSchema, text, WebUrlSchema } from '../common.ts';
import { WouldNotifySchema } from '../dry-runs.schemas.ts';
import {
  AbsentChoiceSchema,
  cell,
  ImportQuerySchema,
  ImportResultSchema,
} from '../imports.schemas.ts';
import { AgendaLanguageSchema, AgendaLinksSchema } from './agenda.schemas.ts';

/** A schedule.xml of FOSDEM has 3,100 bytes an item. */
export const MAX_AGENDA_IMPORT_BYTES = 32 * 1024 * 1024;

const TIME = /^(\d{4}-\d\d-\d\d)[T ]+(\d{1,2}:\d\d)(:\d\d)?(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4}),?\s+(\d{1,2}:\d\d)(:\d\d)?$/;

/** `2026-05-14T09:00:00` with the offset, if one is given. */
function timeOf(given: string): string {
  const iso = given
    .trim()
    .replace(
      DOTTED,
      (_, day, month, year, time, seconds = '') =>
        `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')} ${time}${seconds}`,
    );
  const [, day, time = '', seconds = ':00', offset = ''] = TIME.exec(iso) ?? [];
  const withColon = offset.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  return day === undefined ? '' : `${day}T${time.padStart(5, '0')}${seconds}${withColon}`;
}

function isTime(time: string): boolean {
  const instant = new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}Z`);
  const year = instant.getUTCFullYear();
  if (!(year >= 2000 && year <= 2100)) return false;
  // JavaScript turns 31 February into 3 March.
  return new Date(`${time.slice(0, 10)}T00:00Z`).getUTCDate() === Number(time.slice(8, 10));
}

const TimeCellSchema = z
  .string()
  .transform(timeOf)
  .refine(
    isTime,
    because('expected a time as 2026-05-14 09:30, or with an offset', 'format', {
      format: 'datetime',
    }),
  );

const KindCellSchema = z.preprocess(
  (given) => (typeof given === 'string' ? given.trim().toLowerCase() : given),
  z.enum(AGENDA_KINDS),
);

const SpeakerInputSchema = z.object({
  name: text(200),
  title: cell(text(200)),
  company: cell(text(200)),
  bio: cell(lines(10_000)),
  photo_url: cell(WebUrlSchema),
  source: cell(text(200)).describe(
    'The program that gave `person_key`, the same for all of its schedules.',
  ),
  person_key: cell(text(300)).describe('Identifies the speaker in later imports, with `source`.'),
  person_keys: cell(z.array(text(300)).max(10, 'expected at most 10')).describe(
    'Further keys of the speaker, as `person_key`: an import knows them by any.',
  ),
});

/** `a||b` in a cell; empty parts count, so that the columns of speakers stay in step. */
const PartsSchema = z.preprocess(
  (given) => (typeof given === 'string' ? given.split('|').map((part) => part.trim()) : given),
  z.array(z.union([z.literal(''), text(200)])).max(50, 'expected at most 50'),
);

const namesIn = (cellText: string) =>
  cellText
    .replace(/\|\s*$/, '')
    .split('|')
    .map((name) => ({ name: name.trim() }));

/** The names of a cell become speakers, as a JSON list has them. */
const SpeakersCellSchema = z.preprocess(
  (given) => (typeof given === 'string' ? namesIn(given) : given),
  z.array(SpeakerInputSchema).max(50, 'expected at most 50'),
);

/** `https://…|https://…` in a cell; a JSON list also has titles. */
const LinksCellSchema = z.preprocess(
  (given) =>
    typeof given === 'string' ? given.split('|').map((url) => ({ url: url.trim() })) : given,
  AgendaLinksSchema,
);

/** Compiled, since it checks up to 10,000 rows. */
export const AgendaImportColumnsSchema = z.compile(
  z.object({
    title: text(300),
    starts_at: TimeCellSchema,
    ends_at: TimeCellSchema,
    room: cell(text(500)),
    track: cell(text(100)),
    kind: cell(KindCellSchema),
    description: cell(lines(20_000)),
    language: cell(AgendaLanguageSchema),
    url: cell(WebUrlSchema),
    links: cell(LinksCellSchema),
    speakers: cell(SpeakersCellSchema),
    speaker_titles: cell(PartsSchema),
    speaker_companies: cell(PartsSchema),
    import_key: cell(text(200)),
    import_source: cell(text(200)),
  }),
);

/** The speakers of a row with their titles and companies, which a sheet has in further columns. */
export function agendaImportRow({
  speaker_titles = [],
  speaker_companies = [],
  speakers,
  ...item
}: z.output<typeof AgendaImportColumnsSchema>): AgendaImportRow {
  return {
    ...item,
    import_source: item.import_source ?? FROM_SHEET,
    speakers: speakers?.map((speaker, index) => ({
      ...speaker,
      title: speaker.title ?? (speaker_titles[index] || undefined),
      company: speaker.company ?? (speaker_companies[index] || undefined),
    })),
  };
}

export const AgendaImportQuerySchema = ImportQuerySchema.extend({
  notify: QueryFlagSchema.default(true).describe(
    'Whether each person is notified, once, of the moved and cancelled items that they keep or whose events they attend.',
  ),
  absent: AbsentChoiceSchema.default('keep').describe(
    '`cancel` cancels the absent items, unless a row failed. Send the whole programme then. An import that has them again revives them; a status that an administrator set stays.',
  ),
});

const AbsentItemSchema = z
  .object({ agenda_item_id: IdSchema, title: z.string(), starts_at: InstantSchema })
  .meta({ id: 'AbsentAgendaItem' });

/** What an import changes in one thing. */
export const changesField = <const Fields extends readonly [string, ...string[]]>(fields: Fields) =>
  z
    .array(z.object({ field: z.enum(fields), from: z.unknown(), to: z.unknown() }))
    .describe('The fields of what is updated that differ, with their values before and after.');

const ChangedItemSchema = z
  .object({
    agenda_item_id: IdSchema.describe(
      'With `dry_run`, a created item has an id that no item gets.',
    ),
    title: z.string(),
    starts_at: InstantSchema,
    result: z.enum(['created', 'updated', 'cancelled']),
    changes: changesField(LISTED_FIELDS),
  })
  .meta({ id: 'AgendaImportChange' });

export const UnusedRoomsSchema = z
  .array(z.object({ id: IdSchema, name: z.string() }).meta({ id: 'UnusedRoom' }))
  .describe(
    'Rooms of the conference that no agenda item and no event has after the import, as after a rename at the source: what organizers may delete.',
  );

export const AgendaImportRequestSchema = z
  .object({
    items: z
      .array(z.unknown())
      .optional()
      .describe(`Each row with ${Object.keys(AgendaImportColumnsSchema.shape).join(', ')}.`),
    schedule: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The `schedule` of a schedule.json, as pretalx and frab export it.'),
    sessions: z
      .array(z.unknown())
      .optional()
      .describe('From “All data” of Sessionize, with `speakers`, `rooms` and `categories`.'),
    speakers: z.array(z.unknown()).optional(),
    rooms: z.array(z.unknown()).optional(),
    categories: z.array(z.unknown()).optional(),
  })
  .meta({
    id: 'AgendaImportRequest',
    description:
      'A JSON list, a schedule, or a form with a file: a .csv or .xlsx sheet, the schedule.json or schedule.xml of pretalx, frab or FOSDEM, or the JSON of Sessionize (“All data”, “Sessions” or “Schedule Grid”). Rows need `title`, `starts_at` and `ends_at`; times without an offset are local times of the conference. `speakers` are names separated by `|`, with `speaker_titles` and `speaker_companies` in the same order. An empty cell keeps the current value.',
    examples: [
      {
        items: [
          {
            title: 'Engines that weave',
            starts_at: '2026-05-14 09:00',
            ends_at: '2026-05-14 10:00',
            room: 'Great Hall',
            speakers: 'Ada Lovelace|Mary Somerville',
          },
        ],
      },
    ],
  });

export const AgendaImportResultSchema = ImportResultSchema.extend({
  speakers_created: z.int().describe('Speakers who were created.'),
  speakers_updated: z.int().describe('Known speakers with a new name or other new fields.'),
  cancelled: z.int().describe('The absent items that were cancelled.'),
  absent: z
    .array(AbsentItemSchema)
    .describe(
      'What an earlier import from the same source (the host of a schedule, Sessionize, or sheets) brought and this one has not. Cancelled items are left out.',
    ),
  unused_rooms: UnusedRoomsSchema,
  changed: z
    .array(ChangedItemSchema)
    .describe('The first 1,000 items that were created, updated or cancelled.'),
  would_notify: WouldNotifySchema,
}).meta({ id: 'AgendaImportResult' });
