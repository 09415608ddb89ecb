import { z } from 'zod';
import { AGENDA_KINDS } from '../../../domain/programme/agenda.ts';
import {
  ChangesQuery,
  changeFields,
  Day,
  DayInput,
  Id,
  Instant,
  InstantInput,
  text,
} from '../common.ts';
import { CONFERENCE_EXAMPLE, Conference } from './conferences.schemas.ts';
import { Speaker } from './speakers.schemas.ts';

const AGENDA_ITEM_EXAMPLE = {
  id: 42,
  conference_id: 7,
  event_id: null,
  title: 'Engines that weave',
  description: 'From the loom to the store.',
  kind: 'keynote' as const,
  track: 'History',
  room: 'Great Hall',
  starts_at: '2026-05-14T09:00:00.000Z',
  ends_at: '2026-05-14T10:00:00.000Z',
  speakers: [
    {
      id: 3,
      slug: 'ada-lovelace',
      name: 'Ada Lovelace',
      title: 'Analyst',
      company: 'Analytical Engines',
      photo_url: null,
    },
  ],
  position: 0,
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
};

const AgendaSpeaker = Speaker.pick({
  id: true,
  slug: true,
  name: true,
  title: true,
  company: true,
  photo_url: true,
}).meta({ id: 'AgendaSpeaker', examples: AGENDA_ITEM_EXAMPLE.speakers });

const AgendaItem = z
  .object({
    id: Id,
    conference_id: Id,
    event_id: Id.nullable().describe('The event it stands for, where people can register.'),
    title: z.string(),
    description: z.string().nullable(),
    kind: z.enum(AGENDA_KINDS),
    track: z.string().nullable(),
    room: z.string().nullable(),
    starts_at: Instant,
    ends_at: Instant,
    speakers: z.array(AgendaSpeaker),
    position: z.int().describe('Its place among those that start together.'),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'AgendaItem', examples: [AGENDA_ITEM_EXAMPLE] });

const AGENDA_EXAMPLE = {
  conference: CONFERENCE_EXAMPLE,
  days: [{ date: '2026-05-14', items: [AGENDA_ITEM_EXAMPLE] }],
  tracks: ['History'],
  rooms: ['Great Hall'],
};

export const Agenda = z
  .object({
    conference: Conference,
    days: z
      .array(z.object({ date: Day, items: z.array(AgendaItem) }))
      .describe('Each item stands on the day it begins, by the clocks of the conference.'),
    tracks: z.array(z.string()).describe('Of the whole agenda, whatever the filters.'),
    rooms: z.array(z.string()).describe('Of the whole agenda, whatever the filters.'),
    ...changeFields,
  })
  .meta({ id: 'Agenda', examples: [AGENDA_EXAMPLE] });

export const AgendaQuery = z.object({
  ...ChangesQuery.shape,
  day: DayInput.optional().describe('What begins on this day, by the clocks of the conference.'),
  track: text(100).optional(),
  room: text(500).optional(),
  kind: z.enum(AGENDA_KINDS).optional(),
  q: text(100).optional().describe('Words, or beginnings of words, of items or names of speakers.'),
});

const AgendaWarning = z
  .object({
    kind: z.enum(['room', 'speaker']).describe('What is booked twice.'),
    agenda_item_id: Id.describe('The other item.'),
    speaker_id: Id.optional(),
    message: z.string(),
  })
  .meta({
    id: 'AgendaWarning',
    examples: [
      {
        kind: 'room',
        agenda_item_id: 43,
        message: 'Great Hall is booked for “Looms” at the same time',
      },
    ],
  });

export const AdminAgendaItem = AgendaItem.extend({
  warnings: z.array(AgendaWarning).describe('Rooms and speakers that are booked twice.'),
}).meta({ id: 'AdminAgendaItem', examples: [{ ...AGENDA_ITEM_EXAMPLE, warnings: [] }] });

const SpeakerIds = z
  .array(Id)
  .max(50, 'expected at most 50')
  .refine((ids) => new Set(ids).size === ids.length, 'expected each speaker once')
  .nullable()
  .transform((ids) => ids ?? []);

const agendaInputs = {
  event_id: Id.nullable().describe('An event of the same conference; the item follows it.'),
  title: text(300),
  description: text(20_000).nullable(),
  kind: z.enum(AGENDA_KINDS),
  track: text(100).nullable(),
  room: text(500).nullable(),
  starts_at: InstantInput,
  ends_at: InstantInput.describe('After `starts_at`.'),
  position: z.int().min(0).max(1_000_000).describe('Its place among those that start together.'),
  speaker_ids: SpeakerIds.describe('In their order; replaces the speakers as a whole.'),
};

export const NewAgendaItem = z
  .object(agendaInputs)
  .partial()
  .extend({ conference_id: Id })
  .meta({
    id: 'NewAgendaItem',
    description:
      'Without an `event_id`, `title`, `starts_at` and `ends_at` are needed. With one, what is left out of title, description, times and room is as the event has it, and follows it.',
    examples: [
      {
        conference_id: 7,
        title: 'Engines that weave',
        kind: 'keynote',
        room: 'Great Hall',
        starts_at: '2026-05-14T11:00:00+02:00',
        ends_at: '2026-05-14T12:00:00+02:00',
        speaker_ids: [3],
      },
    ],
  });

export const AgendaItemChange = z
  .object(agendaInputs)
  .partial()
  .meta({
    id: 'AgendaItemChange',
    description:
      'Changes the fields given; `null` empties. An item stays in its conference. What is changed of an item with an event does not follow the event any more.',
    examples: [{ room: 'Great Hall', speaker_ids: [3, 5] }],
  });
