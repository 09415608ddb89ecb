import { z } from 'zod';
import { AGENDA_KINDS, AGENDA_STATUSES } from '../../../domain/programme/agenda.ts';
import { CONFERENCE_STATUSES } from '../../../domain/programme/conferences.ts';
import { SPEAKER_GAPS, SPEAKER_STATUSES } from '../../../domain/programme/speakers.ts';
import { because } from '../../../domain/reasons.ts';
import { ChangesQuerySchema } from '../changes.schemas.ts';
import {
  IdSchema,
  InstantSchema,
  lines,
  PathIdSchema,
  QueryFlagSchema,
  SlugSchema,
  text,
  VersionSchema,
  WebUrlSchema,
} from '../common.ts';
import { PageQuerySchema } from '../pages.schemas.ts';
import { SocialsChangeSchema, SocialsSchema } from '../people/socials.schemas.ts';
import { FORGIVEN_IN_LISTS, orAnId } from '../search.schemas.ts';
import { sortParameter } from '../sorts.schemas.ts';
import { ConferenceSchema } from './conferences.schemas.ts';

export const SpeakerSchema = z
  .object({
    id: IdSchema,
    slug: z.string(),
    name: z.string(),
    title: z.string().nullable(),
    company: z.string().nullable(),
    bio: z.string().nullable(),
    photo_url: z.string().nullable(),
    is_featured: z.boolean(),
    socials: SocialsSchema,
    user_id: IdSchema.nullable().describe('The speaker’s user account; null if they have none.'),
    status: z.enum(SPEAKER_STATUSES).describe('Only administrators see drafts.'),
    created_at: InstantSchema,
    updated_at: InstantSchema,
  })
  .meta({ id: 'Speaker' });

const SpeakerConferenceSchema = ConferenceSchema.pick({
  id: true,
  slug: true,
  name: true,
  starts_on: true,
  ends_on: true,
});

export const SpeakerProfileSchema = SpeakerSchema.extend({
  talks: z
    .array(
      z.object({
        id: IdSchema,
        conference_id: IdSchema,
        title: z.string(),
        kind: z.enum(AGENDA_KINDS),
        starts_at: InstantSchema,
        ends_at: InstantSchema,
        status: z.enum(AGENDA_STATUSES),
        track: z.string().nullable(),
        room: z.string().nullable(),
      }),
    )
    .describe('Sorted by start.'),
  conferences: z.array(SpeakerConferenceSchema).describe('Sorted by start.'),
}).meta({ id: 'SpeakerProfile' });

export const SpeakerSocialsSchema = SpeakerSchema.pick({
  slug: true,
  name: true,
  socials: true,
}).meta({ id: 'SpeakerSocials' });

export const AdminSpeakerSchema = SpeakerSchema.extend({
  conferences: z
    .array(
      SpeakerConferenceSchema.extend({
        status: z.enum(CONFERENCE_STATUSES),
        position: z
          .int()
          .describe('The position in the lineup; equal positions are sorted by name.'),
      }),
    )
    .describe('Drafts included.'),
  version: VersionSchema,
}).meta({ id: 'AdminSpeaker' });

export const SpeakerMergeSchema = z
  .object({ into: IdSchema.describe('The speaker who stays.') })
  .meta({ id: 'SpeakerMerge' });

const filters = {
  q: text(100)
    .optional()
    .describe(`Words or word beginnings in name, title, company or bio. ${FORGIVEN_IN_LISTS}`),
  conference_id: PathIdSchema.optional(),
};

export const SpeakerChangesQuerySchema = PageQuerySchema.extend(ChangesQuerySchema.shape);
export const SpeakersQuerySchema = SpeakerChangesQuerySchema.extend(filters);
export const AdminSpeakersQuerySchema = PageQuerySchema.extend({
  sort: sortParameter({ id: 'number', name: 'text' }, 'name'),
  ...filters,
  q: filters.q.describe(orAnId('Words or word beginnings in name, title, company or bio')),
  is_featured: QueryFlagSchema.optional(),
  status: z.enum(SPEAKER_STATUSES).optional(),
  missing: z
    .string()
    .max(50)
    .transform((gaps) => gaps.split(','))
    .pipe(z.array(z.enum(SPEAKER_GAPS)))
    .optional()
    .describe(
      'Speakers who lack at least one of these, separated by commas: `photo`, `bio`, `talk`. `talk` needs a `conference_id`: no talk takes place there.',
    ),
}).refine(
  ({ missing, conference_id }) => !missing?.includes('talk') || conference_id !== undefined,
  {
    path: ['missing'],
    ...because('expected a conference_id beside talk', 'needs', { field: 'conference_id' }),
  },
);

const inputs = {
  slug: SlugSchema,
  name: text(200),
  title: text(200).nullable(),
  company: text(200).nullable(),
  bio: lines(10_000).nullable(),
  photo_url: WebUrlSchema.nullable(),
  is_featured: z.boolean(),
  socials: SocialsChangeSchema.nullable().transform((handles) => handles ?? {}),
  user_id: IdSchema.nullable().describe('The speaker’s user account. It is public.'),
  status: z
    .enum(SPEAKER_STATUSES)
    .describe(
      'Default: `draft` with a draft conference, else `published`. A draft is published with the first of their conferences. A published speaker stays public until you set `draft`, or until all their conferences are drafts again.',
    ),
};

export const NewSpeakerSchema = z
  .object({
    ...inputs,
    conference_id: IdSchema.describe('Adds the speaker to the lineup of this conference.'),
  })
  .partial()
  .required({ name: true })
  .meta({
    id: 'NewSpeaker',
    description: 'Without a `slug`, one is generated from the name.',
    examples: [{ name: 'Ada Lovelace', company: 'Analytical Engines', conference_id: 1 }],
  });

export const SpeakerChangeSchema = z
  .object(inputs)
  .partial()
  .meta({
    id: 'SpeakerChange',
    description: 'Updates the given fields; `null` clears one. `socials` is replaced as a whole.',
    examples: [{ title: null, socials: { github: '@ada' } }],
  });

export const SpeakerMappingSchema = z
  .object({
    conference_id: IdSchema,
    position: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .describe('The position in the lineup. If omitted, it stays, or is 0 for a new speaker.'),
    remove: z.boolean().optional().describe('`true` removes the speaker from the lineup.'),
  })
  .meta({ id: 'SpeakerMapping', examples: [{ conference_id: 1, position: 1 }] });

const MAX_LINEUP = 5_000;
const LINEUP_LIMIT = `expected 1 to ${MAX_LINEUP.toLocaleString('en')} ids, each once`;

export const LineupOrderSchema = z
  .object({
    ids: z
      .array(IdSchema)
      .min(1, LINEUP_LIMIT)
      .max(MAX_LINEUP, LINEUP_LIMIT)
      .refine((ids) => new Set(ids).size === ids.length, because(LINEUP_LIMIT, 'repeated'))
      .describe('All speakers of the lineup, in its new order.'),
  })
  .meta({ id: 'LineupOrder' });

export const LineupSchema = z
  .object({
    speakers: z
      .array(
        z
          .object({
            id: IdSchema,
            position: z.int().describe('From 1.'),
            version: VersionSchema,
          })
          .meta({ id: 'LineupPlace' }),
      )
      .describe('In the order of the lineup.'),
  })
  .meta({ id: 'Lineup' });
