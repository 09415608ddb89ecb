import type { ConferencesService } from '../../../services/programme/conferences.service.ts';
import { changingListOf, changingListReply } from '../../schemas/changes.schemas.ts';
import { IdParamsSchema, SlugParamsSchema } from '../../schemas/common.ts';
import { numbered } from '../../schemas/pages.schemas.ts';
import {
  ConferenceDetailsSchema,
  ConferenceSchema,
  ConferencesQuerySchema,
} from '../../schemas/programme/conferences.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Conferences');

export const conferenceEndpoints = ({ conferences }: { conferences: ConferencesService }) => [
  endpoint({
    name: 'listConferences',
    route: 'GET /conferences',
    auth: 'public',
    summary: 'List conferences',
    query: ConferencesQuerySchema,
    cachedUntil: ['conference_seats', 'conferences', 'events'],
    responses: { 200: changingListOf(ConferenceSchema) },
    handle: async ({ query }) =>
      ok(changingListReply(await conferences.list(query, numbered(query)))),
  }),

  endpoint({
    name: 'getConference',
    route: 'GET /conferences/:id',
    auth: 'public',
    summary: 'Get a conference',
    params: IdParamsSchema,
    cachedUntil: ['conference_seats', 'conferences', 'events'],
    responses: { 200: ConferenceDetailsSchema },
    handle: async ({ params }) => ok(await conferences.find({ id: params.id })),
  }),

  endpoint({
    name: 'getConferenceBySlug',
    route: 'GET /conferences/slug/:slug',
    auth: 'public',
    summary: 'Get a conference by slug',
    params: SlugParamsSchema,
    cachedUntil: ['conference_seats', 'conferences', 'events'],
    responses: { 200: ConferenceDetailsSchema },
    handle: async ({ params }) => ok(await conferences.find({ slug: params.slug })),
  }),
];
