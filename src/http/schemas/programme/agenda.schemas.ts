import { z } from 'zod';
import {
  AGENDA_KINDS,
  AGENDA_LANGUAGE,
  AGENDA_STATUSES,
  INTEREST_BANDS,
  MAX_AGENDA_LINKS,
  QUESTION_MODES,
} from '../../../domain/programme/agenda.ts';
import { because } from '../../../domain/reasons.ts';
import { ChangesQuerySchema, changeFields } from '../changes.schemas.ts';
import {
  DayInputSchema,
  DaySchema,
  IdSchema,
  InstantInputSchema,
  InstantSchema,
  lines,
  once,
  QueryFlagSchema,
  ShareUrlSchema,
  text,
  VersionSchema,
  WebUrlSchema,
} from '../common.ts';
import { WouldNotifySchema } from '../dry-runs.schemas.ts';
import { included } from '../pages.schemas.ts';
import { FORGIVEN_IN_LISTS } from '../search.schemas.ts';
import { sortParameter } from '../sorts.schemas.ts';
import { AgendaPageQuerySchema, TrackSchema } from './agenda-groups.schemas.ts';
import { AgendaWarningSchema } from './agenda-warnings.schemas.ts';
import { ConferenceSchema } from './conferences.schemas.ts';
import { SpeakerSchema } from './speakers.schemas.ts';

const AgendaSpeakerSchema = SpeakerSchema.pick({
  id: true,
  slug: true,
  name: true,
  title: true,
  company: true,
  photo_url: true,
}).meta({ id: 'AgendaSpeaker' });

const LANGUAGE = 'The language it is held in, as a BCP 47 tag.';
const PAGE = 'Its page on the website of the conference.';

export const AgendaItemSchema = z
  .object({
    id: IdSchema,
    conference_id: IdSchema,
    event_id: IdSchema.nullable().describe('The event to attend for this item.'),
    title: z.string(),
    description: z.string().nullable(),
    kind: z.enum(AGENDA_KINDS),
    track: z.string().nullable(),
    room: z.string().nullable(),
    starts_at: InstantSchema,
    ends_at: InstantSchema,
    language: z.string().nullable().describe(LANGUAGE),
    url: z.string().nullable().describe(PAGE),
    links: z
      .array(z.object({ title: z.string().nullable(), url: z.string() }))
      .describe('Slides, recordings and the like.'),
    status: z
      .enum(AGENDA_STATUSES)
      .describe(
        'A cancelled item stays on the agenda. It is also `cancelled` while its event or conference is.',
      ),
    speakers: z.array(AgendaSpeakerSchema),
    interest: z
      .enum(INTEREST_BANDS)
      .nullable()
      .describe(
        'How many users keep it for its capacity: below 30 %, below 70 %, more. null below 20 users, without a capacity, and unless the conference shows it. Written every 10 minutes.',
      ),
    position: z.int().describe('The order among items with the same start.'),
    created_at: InstantSchema,
    updated_at: InstantSchema,
  })
  .meta({ id: 'AgendaItem' });

export const AgendaItemDetailsSchema = AgendaItemSchema.extend({ share_url: ShareUrlSchema }).meta({
  id: 'AgendaItemDetails',
});

export const AgendaSchema = z
  .object({
    conference: ConferenceSchema,
    days: z
      .array(z.object({ date: DaySchema, items: z.array(AgendaItemSchema) }))
      .describe('Items grouped by the day they start on, in the time zone of the conference.'),
    tracks: z.array(z.string()).describe('All tracks of the agenda, ignoring the filters.'),
    track_colors: z
      .array(TrackSchema.pick({ name: true }).extend({ color: z.string() }))
      .describe('The tracks that have a color, as `#3366cc`, in the order of the organizers.'),
    rooms: z.array(z.string()).describe('All rooms of the agenda, ignoring the filters.'),
    ...changeFields,
  })
  .meta({ id: 'Agenda' });

const agendaFilters = {
  day: DayInputSchema.optional().describe(
    'Items that start on this day, in the time zone of the conference.',
  ),
  track: text(100).optional(),
  room: text(500).optional(),
  kind: z.enum(AGENDA_KINDS).optional(),
};

export const AgendaQuerySchema = z.object({
  ...ChangesQuerySchema.shape,
  ...agendaFilters,
  q: text(100)
    .optional()
    .describe(`Words or word beginnings in items or speaker names. ${FORGIVEN_IN_LISTS}`),
});

export const AdminAgendaQuerySchema = AgendaPageQuerySchema.extend({
  sort: sortParameter(
    { starts_at: 'instant', title: 'text', track: 'text', room: 'text', favorites: 'number' },
    'starts_at',
  ),
  ...agendaFilters,
  status: z
    .enum(AGENDA_STATUSES)
    .optional()
    .describe('An item is also `cancelled` while its event or conference is.'),
  include: included(['favorites'], '`favorites` adds how many users keep each item.'),
});

export const QuestionModeSchema = z.enum(QUESTION_MODES).meta({
  id: 'QuestionMode',
  description:
    '`moderated`: a moderator approves each question before it is shown. `open`: a question is shown at once.',
});

export const AdminAgendaItemSchema = AgendaItemSchema.extend({
  questions: QuestionModeSchema,
  questions_until: InstantSchema.nullable().describe(
    'Questions are open from 60 minutes before the start to 30 minutes after the end, or until this time if it is later. It moves with the end.',
  ),
  version: VersionSchema,
  favorites: z.int().optional().describe('How many users keep it; with `include=favorites` only.'),
  warnings: z
    .array(AgendaWarningSchema)
    .describe('Double-booked rooms and speakers, and rooms that are too small.'),
}).meta({ id: 'AdminAgendaItem' });

/** The answer to an update of an agenda item. */
export const ChangedAgendaItemSchema = AdminAgendaItemSchema.extend({
  would_notify: WouldNotifySchema,
}).meta({ id: 'ChangedAgendaItem' });

export const AgendaLanguageSchema = text(35)
  .refine(
    (tag) => AGENDA_LANGUAGE.test(tag),
    because('expected a language tag as en or de-AT', 'format', { format: 'language' }),
  )
  .describe(LANGUAGE);

export const AgendaLinksSchema = z
  .array(z.object({ title: text(300).nullable().default(null), url: WebUrlSchema }))
  .max(MAX_AGENDA_LINKS, `expected at most ${MAX_AGENDA_LINKS}`);

const SpeakerIdsSchema = z
  .array(IdSchema)
  .max(50, 'expected at most 50')
  .refine(...once('speaker'))
  .nullable()
  .transform((ids) => ids ?? []);

const agendaInputs = {
  event_id: IdSchema.nullable().describe(
    'An event of the same conference, which the item follows.',
  ),
  title: text(300),
  description: lines(20_000).nullable(),
  kind: z.enum(AGENDA_KINDS),
  track: text(100).nullable(),
  room: text(500).nullable(),
  starts_at: InstantInputSchema,
  ends_at: InstantInputSchema.describe('After `starts_at`.'),
  language: AgendaLanguageSchema.nullable(),
  url: WebUrlSchema.nullable().describe(PAGE),
  links: AgendaLinksSchema.nullable()
    .transform((links) => links ?? [])
    .describe('Replaces all links of the item.'),
  status: z.enum(AGENDA_STATUSES),
  position: z.int().min(0).max(1_000_000).describe('The order among items with the same start.'),
  questions: QuestionModeSchema,
  questions_until: InstantInputSchema.nullable().describe(
    'At most 7 days after `ends_at`. `null`: 30 minutes after the end.',
  ),
  speaker_ids: SpeakerIdsSchema.describe('In display order. Replaces all speakers of the item.'),
};

export const NewAgendaItemSchema = z
  .object(agendaInputs)
  .partial()
  .extend({ conference_id: IdSchema })
  .meta({
    id: 'NewAgendaItem',
    description:
      'Without an `event_id`, `title`, `starts_at` and `ends_at` are required. With one, omitted fields among title, description, times and room are taken from the event and follow it.',
    examples: [
      {
        conference_id: 1,
        title: 'Engines that weave',
        kind: 'keynote',
        room: 'Great Hall',
        starts_at: '2030-05-14T11:00:00+02:00',
        ends_at: '2030-05-14T12:00:00+02:00',
        speaker_ids: [3],
      },
    ],
  });

const NOTIFY = 'Whether the attendees of the event and the users who keep the item are notified.';

export const AgendaDeletionQuerySchema = z.object({
  notify: QueryFlagSchema.default(true).describe(NOTIFY),
});

export const AgendaItemChangeSchema = z
  .object({ ...agendaInputs, notify: z.boolean().describe(`${NOTIFY} True by default.`) })
  .partial()
  .meta({
    id: 'AgendaItemChange',
    description:
      'Updates the given fields; `null` clears one. The conference cannot be changed. Fields updated on an item with an event no longer follow the event.',
    examples: [{ room: 'Great Hall', speaker_ids: [1, 3] }],
  });
