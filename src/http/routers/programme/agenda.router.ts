import type { AgendaService } from '../../../services/programme/agenda.service.ts';
import { endpoint } from '../../endpoint.ts';
import { ConferenceParamsSchema, IdParamsSchema, SlugParamsSchema } from '../../schemas/common.ts';
import {
  AgendaItemDetailsSchema,
  AgendaQuerySchema,
  AgendaSchema,
} from '../../schemas/programme/agenda.schemas.ts';

const tag = 'Conferences';

export const agendaEndpoints = ({ agenda }: { agenda: AgendaService }) => [
  endpoint({
    name: 'getAgenda',
    method: 'get',
    path: '/conferences/:conference_id/agenda',
    auth: 'public',
    tag,
    summary: 'Get the agenda of a conference',
    params: ConferenceParamsSchema,
    query: AgendaQuerySchema,
    cachedUntil: ['agenda', 'conference_seats', 'conferences', 'events', 'speakers'],
    responses: { 200: AgendaSchema },
    errors: ['NOT_FOUND'],
    async handle({ params, query }) {
      return { status: 200, body: await agenda.find({ id: params.conference_id }, query) };
    },
  }),

  endpoint({
    name: 'getPublicAgendaItem',
    method: 'get',
    path: '/agenda/:id',
    auth: 'public',
    tag,
    summary: 'Get a public agenda item',
    params: IdParamsSchema,
    cachedUntil: ['agenda', 'conferences', 'events', 'speakers'],
    responses: { 200: AgendaItemDetailsSchema },
    errors: ['NOT_FOUND'],
    async handle({ params }) {
      return { status: 200, body: await agenda.findItem(params.id) };
    },
  }),

  endpoint({
    name: 'getAgendaBySlug',
    method: 'get',
    path: '/conferences/slug/:slug/agenda',
    auth: 'public',
    tag,
    summary: 'Get the agenda of a conference by slug',
    params: SlugParamsSchema,
    query: AgendaQuerySchema,
    cachedUntil: ['agenda', 'conference_seats', 'conferences', 'events', 'speakers'],
    responses: { 200: AgendaSchema },
    errors: ['NOT_FOUND'],
    async handle({ params, query }) {
      return { status: 200, body: await agenda.find({ slug: params.slug }, query) };
    },
  }),
];
