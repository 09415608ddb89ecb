import { z } from 'zod';
import {
  CONNECTION_STATUSES_TO_VIEWER,
  CONTACT_VISIBILITIES,
  ONBOARDING_STATUSES,
} from '../../../domain/people/users.ts';
import {
  IdSchema,
  InstantSchema,
  LanguageTagSchema,
  lines,
  PathIdSchema,
  ShareUrlSchema,
  text,
  VersionSchema,
} from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { FORGIVEN, searchPosition } from '../search.schemas.ts';
import { SocialsSchema } from './socials.schemas.ts';

const profileFields = {
  id: IdSchema,
  first_name: z.string(),
  last_name: z.string().nullable(),
  photo_url: z.string().nullable(),
  headline: z.string().nullable(),
  company: z.string().nullable(),
  job_title: z.string().nullable(),
  interests: z.array(z.string()),
  points: z.int(),
  created_at: InstantSchema,
};

/** A user as other users see them. */
export const ProfileSchema = z
  .object({
    ...profileFields,
    username: z
      .string()
      .nullable()
      .optional()
      .describe('Only if the user shows it to this caller.'),
    socials: SocialsSchema.optional().describe('Only if the user shows them to this caller.'),
    bio: z.string().nullable().optional().describe('Only for signed-in callers.'),
    looking_for: z.string().nullable().optional().describe('Only for signed-in callers.'),
    offering: z.string().nullable().optional().describe('Only for signed-in callers.'),
    connection_status: z
      .enum(CONNECTION_STATUSES_TO_VIEWER)
      .optional()
      .describe('Only for signed-in callers.'),
  })
  .meta({ id: 'Profile' });

export const ProfilePageSchema = ProfileSchema.extend({
  conferences: z.array(z.object({ id: IdSchema, slug: z.string(), name: z.string() })),
  events: z
    .array(
      z.object({ id: IdSchema, slug: z.string(), title: z.string(), starts_at: InstantSchema }),
    )
    .describe('Events that have not ended.'),
  quests_completed: z.int(),
}).meta({ id: 'ProfilePage' });

const privateFields = {
  messenger_id: IdSchema.nullable(),
  username: z.string().nullable(),
  socials: SocialsSchema,
  bio: z.string().nullable(),
  looking_for: z.string().nullable(),
  offering: z.string().nullable(),
  language_code: z.string().nullable().describe('The language of the messenger.'),
  language: z
    .string()
    .nullable()
    .describe("The language that the user chose, as a BCP 47 tag; null for the messenger's."),
  is_premium: z.boolean(),
  onboarding_status: z.enum(ONBOARDING_STATUSES),
  onboarding_step: z.string().nullable(),
  notifications_enabled: z.boolean(),
  messenger_reachable: z.boolean(),
  is_discoverable: z.boolean(),
  contact_visibility: z.enum(CONTACT_VISIBILITIES),
  enrichment_enabled: z
    .boolean()
    .nullable()
    .describe(
      'Whether the organizers may have a headline, tags and interests made from this profile. null until the user decides: then only inside this service, and no text is sent to another one.',
    ),
  updated_at: InstantSchema,
};

export const OwnProfileSchema = z
  .object({
    ...profileFields,
    ...privateFields,
    photo_media_id: IdSchema.nullable().describe('null for the photo of the messenger.'),
    share_url: ShareUrlSchema,
    counts: z.object({
      connections: z.int(),
      pending_requests: z.int(),
      events: z.int(),
      quests_completed: z.int(),
      unread_notifications: z.int().describe('Counted up to 100.'),
    }),
  })
  .meta({ id: 'OwnProfile' });

/** A user as administrators see them. */
export const AdminUserSchema = z
  .object({
    ...profileFields,
    ...privateFields,
    is_blocked: z.boolean(),
    is_ranked: z.boolean().describe('false for a user whom no leaderboard shows.'),
    version: VersionSchema.describe(
      'Raised by each edit of a field that administrators can change, also by the user. The `ETag` is `"<id>.<version>"`.',
    ),
    last_seen_at: InstantSchema.nullable().describe(
      'null for an imported user who has never signed in.',
    ),
    erased_at: InstantSchema.nullable(),
  })
  .meta({ id: 'AdminUser' });

export const InterestsSchema = z
  .array(text(50))
  .max(20, 'expected at most 20 interests')
  .transform((words) => [...new Map(words.map((word) => [word.toLowerCase(), word])).values()]);

export const ProfileChangeSchema = z
  .object({
    first_name: text(100).nullable(),
    last_name: text(100).nullable(),
    headline: text(200).nullable(),
    company: text(200).nullable(),
    job_title: text(200).nullable(),
    bio: lines(2_000).nullable(),
    interests: InterestsSchema.nullable().transform((words) => words ?? []),
    looking_for: text(500).nullable(),
    offering: text(500).nullable(),
    is_discoverable: z.boolean(),
    contact_visibility: z.enum(CONTACT_VISIBILITIES),
    enrichment_enabled: z
      .boolean()
      .nullable()
      .describe(
        'true: `headline`, `company`, `job_title`, `bio`, `interests`, `looking_for` and `offering` may also be sent to the outside provider of the organizers. false: nothing is made from the profile. null: only inside this service.',
      ),
    language: LanguageTagSchema.nullable().describe(
      'A BCP 47 tag, such as `de` or `pt-BR`. Automatic texts are written in it where they exist, else in English. null: the language of the messenger.',
    ),
    photo_media_id: IdSchema.nullable().describe('A public image that you uploaded.'),
  })
  .partial()
  .meta({
    id: 'ProfileChange',
    description:
      "Changes the given fields. `null` clears a field; for a name or the photo it restores the messenger's.",
    examples: [{ headline: 'Analyst', interests: ['mathematics', 'music'] }],
  });

export const OnboardingChangeSchema = z
  .object({ status: z.enum(ONBOARDING_STATUSES), step: text(100).nullish() })
  .meta({ id: 'OnboardingChange', examples: [{ status: 'in_progress', step: 'interests' }] });

export const UsersQuerySchema = CursorQuerySchema.extend({
  q: text(100)
    .optional()
    .describe(
      `Matches users whose name or company contains every word, or whose visible username contains the text, or begins with a text of one or two letters. ${FORGIVEN}`,
    ),
  interest: text(50).optional().describe('Matches a whole interest, ignoring case.'),
  conference_id: PathIdSchema.optional().describe(
    'Users who attend this conference or one of its events.',
  ),
});

/** A cursor over users holds the id of the last one. */
export const UserPositionSchema = searchPosition(IdSchema);
