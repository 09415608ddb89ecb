import { z } from 'zod';
import { AGENDA_KINDS } from '../../../domain/programme/agenda.ts';
import { CONFERENCE_STATUSES } from '../../../domain/programme/conferences.ts';
import {
  ChangesQuery,
  Id,
  Instant,
  PageQuery,
  PathId,
  QueryFlag,
  Slug,
  text,
  WebUrl,
} from '../common.ts';
import { Socials, SocialsChange } from '../people/users.schemas.ts';
import { CONFERENCE_EXAMPLE, Conference } from './conferences.schemas.ts';

const EXAMPLE = {
  id: 42,
  slug: 'ada-lovelace',
  name: 'Ada Lovelace',
  title: 'Programmer',
  company: 'Analytical Engines',
  bio: 'Wrote the first program.',
  photo_url: 'https://sea.example/ada.webp',
  is_featured: true,
  socials: { github: { handle: 'ada', url: 'https://github.com/ada' } },
  user_id: null,
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
};

export const Speaker = z
  .object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    title: z.string().nullable(),
    company: z.string().nullable(),
    bio: z.string().nullable(),
    photo_url: z.string().nullable(),
    is_featured: z.boolean(),
    socials: Socials,
    user_id: Id.nullable().describe('Their own account here, where they have one.'),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'Speaker', examples: [EXAMPLE] });

const SpeakerConference = Conference.pick({
  id: true,
  slug: true,
  name: true,
  starts_on: true,
  ends_on: true,
});
const SPEAKER_CONFERENCE_EXAMPLE = SpeakerConference.parse(CONFERENCE_EXAMPLE);

export const SpeakerProfile = Speaker.extend({
  talks: z
    .array(
      z.object({
        id: Id,
        conference_id: Id,
        title: z.string(),
        kind: z.enum(AGENDA_KINDS),
        starts_at: Instant,
        ends_at: Instant,
        track: z.string().nullable(),
        room: z.string().nullable(),
      }),
    )
    .describe('By start.'),
  conferences: z.array(SpeakerConference).describe('By start.'),
}).meta({
  id: 'SpeakerProfile',
  examples: [
    {
      ...EXAMPLE,
      talks: [
        {
          id: 24,
          conference_id: 7,
          title: 'Engines that weave',
          kind: 'keynote',
          starts_at: '2026-05-14T09:00:00.000Z',
          ends_at: '2026-05-14T10:00:00.000Z',
          track: null,
          room: 'Great Hall',
        },
      ],
      conferences: [SPEAKER_CONFERENCE_EXAMPLE],
    },
  ],
});

export const SpeakerSocials = Speaker.pick({ slug: true, name: true, socials: true }).meta({
  id: 'SpeakerSocials',
  examples: [{ slug: EXAMPLE.slug, name: EXAMPLE.name, socials: EXAMPLE.socials }],
});

export const AdminSpeaker = Speaker.extend({
  conferences: z
    .array(
      SpeakerConference.extend({
        status: z.enum(CONFERENCE_STATUSES),
        position: z.int().describe('Their place in the line-up, by name among equals.'),
      }),
    )
    .describe('Drafts too.'),
}).meta({
  id: 'AdminSpeaker',
  examples: [
    {
      ...EXAMPLE,
      conferences: [{ ...SPEAKER_CONFERENCE_EXAMPLE, status: 'published', position: 1 }],
    },
  ],
});

const filters = {
  q: text(100).optional().describe('Beginnings of words in name, title, company or bio.'),
  conference_id: PathId.optional(),
};

export const SpeakerChangesQuery = PageQuery.extend(ChangesQuery.shape);
export const SpeakersQuery = SpeakerChangesQuery.extend(filters);
export const AdminSpeakersQuery = PageQuery.extend({
  ...filters,
  is_featured: QueryFlag.optional(),
});

const inputs = {
  slug: Slug,
  name: text(200),
  title: text(200).nullable(),
  company: text(200).nullable(),
  bio: text(10_000).nullable(),
  photo_url: WebUrl.nullable(),
  is_featured: z.boolean(),
  socials: SocialsChange.nullable().transform((handles) => handles ?? {}),
  user_id: Id.nullable().describe('Their own account here; everybody sees it.'),
};

export const NewSpeaker = z
  .object({
    ...inputs,
    conference_id: Id.describe('Where they speak: a speaker of a draft is not public.'),
  })
  .partial()
  .required({ name: true })
  .meta({
    id: 'NewSpeaker',
    description: 'The slug is made of the name where none is given.',
    examples: [{ name: 'Ada Lovelace', company: 'Analytical Engines', conference_id: 7 }],
  });

export const SpeakerChange = z
  .object(inputs)
  .partial()
  .meta({
    id: 'SpeakerChange',
    description: 'Changes the fields given; `null` empties. `socials` is replaced as a whole.',
    examples: [{ title: null, socials: { github: '@ada' } }],
  });

export const SpeakerMapping = z
  .object({
    conference_id: Id,
    position: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .describe('Their place in the line-up; where it is left out they keep theirs, or get 0.'),
    remove: z.boolean().optional().describe('`true` takes them off the line-up.'),
  })
  .meta({ id: 'SpeakerMapping', examples: [{ conference_id: 7, position: 1 }] });
