import type { SpeakersService } from '../../../services/programme/speakers.service.ts';
import { endpoint } from '../../endpoint.ts';
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

const tag = 'Speakers';

export const speakerEndpoints = ({ speakers }: { speakers: SpeakersService }) => [
  endpoint({
    name: 'listSpeakers',
    method: 'get',
    path: '/speakers',
    auth: 'public',
    tag,
    summary: 'List or search speakers',
    query: SpeakersQuerySchema,
    cachedUntil: ['conferences', 'speakers'],
    responses: { 200: changingListOf(SpeakerSchema) },
    async handle({ query }) {
      return { status: 200, body: changingListReply(await speakers.list(query, numbered(query))) };
    },
  }),

  endpoint({
    name: 'listFeaturedSpeakers',
    method: 'get',
    path: '/speakers/featured',
    auth: 'public',
    tag,
    summary: 'List featured speakers',
    query: SpeakerChangesQuerySchema,
    cachedUntil: ['speakers'],
    responses: { 200: changingListOf(SpeakerSchema) },
    async handle({ query }) {
      const page = await speakers.list({ ...query, is_featured: true }, numbered(query));
      return { status: 200, body: changingListReply(page) };
    },
  }),

  endpoint({
    name: 'listConferenceSpeakers',
    method: 'get',
    path: '/speakers/conference/:id',
    auth: 'public',
    tag,
    summary: 'List the speakers of a conference',
    params: IdParamsSchema,
    query: SpeakerChangesQuerySchema,
    cachedUntil: ['conferences', 'speakers'],
    responses: { 200: changingListOf(SpeakerSchema) },
    errors: ['NOT_FOUND'],
    async handle({ params, query }) {
      const page = await speakers.listOf(params.id, query.updated_since, numbered(query));
      return { status: 200, body: changingListReply(page) };
    },
  }),

  endpoint({
    name: 'getSpeaker',
    method: 'get',
    path: '/speakers/:id',
    auth: 'public',
    tag,
    summary: 'Get a speaker',
    params: IdParamsSchema,
    cachedUntil: ['speakers'],
    responses: { 200: SpeakerSchema },
    errors: ['NOT_FOUND'],
    async handle({ params }) {
      return { status: 200, body: await speakers.find({ id: params.id }) };
    },
  }),

  endpoint({
    name: 'getSpeakerProfile',
    method: 'get',
    path: '/speakers/:id/profile',
    auth: 'public',
    tag,
    summary: 'Get a speaker with their talks and conferences',
    params: IdParamsSchema,
    cachedUntil: ['agenda', 'conferences', 'events', 'speakers'],
    responses: { 200: SpeakerProfileSchema },
    errors: ['NOT_FOUND'],
    async handle({ params }) {
      return { status: 200, body: await speakers.profile(params.id) };
    },
  }),

  endpoint({
    name: 'getSpeakerSocials',
    method: 'get',
    path: '/speakers/slug/:slug/socials',
    auth: 'public',
    tag,
    summary: 'Get the social links of a speaker',
    params: SlugParamsSchema,
    cachedUntil: ['speakers'],
    responses: { 200: SpeakerSocialsSchema },
    errors: ['NOT_FOUND'],
    async handle({ params }) {
      return { status: 200, body: await speakers.find({ slug: params.slug }) };
    },
  }),
];
