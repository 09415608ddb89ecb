import type { ConferencesService } from '../../services/conferences.service.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams, listOf, listReply, numbered, SlugParams } from '../schemas/common.ts';
import { Conference, ConferencesQuery } from '../schemas/conferences.schemas.ts';

const tag = 'Conferences';

export const conferenceEndpoints = ({ conferences }: { conferences: ConferencesService }) => [
  endpoint({
    method: 'get',
    path: '/conferences',
    auth: 'public',
    tag,
    summary: 'List conferences',
    query: ConferencesQuery,
    responses: { 200: listOf(Conference) },
    async handle({ query }) {
      return { status: 200, body: listReply(await conferences.list(query, numbered(query))) };
    },
  }),

  endpoint({
    method: 'get',
    path: '/conferences/:id',
    auth: 'public',
    tag,
    summary: 'Get a conference',
    params: IdParams,
    responses: { 200: Conference },
    errors: ['NOT_FOUND'],
    async handle({ params }) {
      return { status: 200, body: await conferences.find({ id: params.id }) };
    },
  }),

  endpoint({
    method: 'get',
    path: '/conferences/slug/:slug',
    auth: 'public',
    tag,
    summary: 'Get a conference by its slug',
    params: SlugParams,
    responses: { 200: Conference },
    errors: ['NOT_FOUND'],
    async handle({ params }) {
      return { status: 200, body: await conferences.find({ slug: params.slug }) };
    },
  }),
];
