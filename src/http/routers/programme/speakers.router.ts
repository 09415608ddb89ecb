import type { SpeakersService } from '../../../services/programme/speakers.service.ts';
import { endpoint } from '../../endpoint.ts';
import { changingListOf, IdParams, listReply, numbered, SlugParams } from '../../schemas/common.ts';
import {
  Speaker,
  SpeakerChangesQuery,
  SpeakerProfile,
  SpeakerSocials,
  SpeakersQuery,
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
    query: SpeakersQuery,
    responses: { 200: changingListOf(Speaker) },
    async handle({ query }) {
      return { status: 200, body: listReply(await speakers.list(query, numbered(query))) };
    },
  }),

  endpoint({
    name: 'listFeaturedSpeakers',
    method: 'get',
    path: '/speakers/featured',
    auth: 'public',
    tag,
    summary: 'List featured speakers',
    query: SpeakerChangesQuery,
    responses: { 200: changingListOf(Speaker) },
    async handle({ query }) {
      const page = await speakers.list({ ...query, is_featured: true }, numbered(query));
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'listConferenceSpeakers',
    method: 'get',
    path: '/speakers/conference/:id',
    auth: 'public',
    tag,
    summary: 'List the speakers of a conference',
    params: IdParams,
    query: SpeakerChangesQuery,
    responses: { 200: changingListOf(Speaker) },
    errors: ['NOT_FOUND'],
    async handle({ params, query }) {
      const page = await speakers.listOf(params.id, query.updated_since, numbered(query));
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'getSpeaker',
    method: 'get',
    path: '/speakers/:id',
    auth: 'public',
    tag,
    summary: 'Get a speaker',
    params: IdParams,
    responses: { 200: Speaker },
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
    params: IdParams,
    responses: { 200: SpeakerProfile },
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
    params: SlugParams,
    responses: { 200: SpeakerSocials },
    errors: ['NOT_FOUND'],
    async handle({ params }) {
      return { status: 200, body: await speakers.find({ slug: params.slug }) };
    },
  }),
];
