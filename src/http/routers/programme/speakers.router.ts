import type { SpeakersService } from '../../../services/programme/speakers.service.ts';
import { changingListOf, changingListReply } from '../../schemas/changes.schemas.ts';
import { IdParamsSchema, SlugParamsSchema } from '../../schemas/common.ts';
import { numbered } from '../../schemas/pages.schemas.ts';
import {
  SpeakerChangesQuerySchema,
  SpeakerProfileSchema,
  SpeakerSchema,
  SpeakerSocialsSchema,
  SpeakersQuerySchema,
} from '../../schemas/programme/speakers.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Speakers');

export const speakerEndpoints = ({ speakers }: { speakers: SpeakersService }) => [
  endpoint({
    name: 'listSpeakers',
    route: 'GET /speakers',
    auth: 'public',
    summary: 'List or search speakers',
    query: SpeakersQuerySchema,
    cachedUntil: ['conferences', 'speakers'],
    responses: { 200: changingListOf(SpeakerSchema) },
    handle: async ({ query }) => ok(changingListReply(await speakers.list(query, numbered(query)))),
  }),

  endpoint({
    name: 'listFeaturedSpeakers',
    route: 'GET /speakers/featured',
    auth: 'public',
    summary: 'List featured speakers',
    query: SpeakerChangesQuerySchema,
    cachedUntil: ['speakers'],
    responses: { 200: changingListOf(SpeakerSchema) },
    handle: async ({ query }) =>
      ok(changingListReply(await speakers.list({ ...query, is_featured: true }, numbered(query)))),
  }),

  endpoint({
    name: 'listConferenceSpeakers',
    route: 'GET /speakers/conference/:id',
    auth: 'public',
    summary: 'List the speakers of a conference',
    params: IdParamsSchema,
    query: SpeakerChangesQuerySchema,
    cachedUntil: ['conferences', 'speakers'],
    responses: { 200: changingListOf(SpeakerSchema) },
    handle: async ({ params, query }) =>
      ok(changingListReply(await speakers.listOf(params.id, query.updated_since, numbered(query)))),
  }),

  endpoint({
    name: 'getSpeaker',
    route: 'GET /speakers/:id',
    auth: 'public',
    summary: 'Get a speaker',
    params: IdParamsSchema,
    cachedUntil: ['speakers'],
    responses: { 200: SpeakerSchema },
    handle: async ({ params }) => ok(await speakers.find({ id: params.id })),
  }),

  endpoint({
    name: 'getSpeakerProfile',
    route: 'GET /speakers/:id/profile',
    auth: 'public',
    summary: 'Get a speaker with their talks and conferences',
    params: IdParamsSchema,
    cachedUntil: ['agenda', 'conferences', 'events', 'speakers'],
    responses: { 200: SpeakerProfileSchema },
    handle: async ({ params }) => ok(await speakers.profile(params.id)),
  }),

  endpoint({
    name: 'getSpeakerSocials',
    route: 'GET /speakers/slug/:slug/socials',
    auth: 'public',
    summary: 'Get the social links of a speaker',
    params: SlugParamsSchema,
    cachedUntil: ['speakers'],
    responses: { 200: SpeakerSocialsSchema },
    handle: async ({ params }) => ok(await speakers.find({ slug: params.slug })),
  }),
];
