import type { AgendaService } from '../../../services/programme/agenda.service.ts';
import type { MyAgendaService } from '../../../services/programme/my-agenda.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  ConferenceParamsSchema,
  DeletedSchema,
  IdParamsSchema,
  SlugParamsSchema,
} from '../../schemas/common.ts';
import { listOf, listReply, numbered } from '../../schemas/pages.schemas.ts';
import {
  AgendaItemDetailsSchema,
  AgendaQuerySchema,
  AgendaSchema,
} from '../../schemas/programme/agenda.schemas.ts';
import {
  FavoriteItemSchema,
  MyAgendaQuerySchema,
} from '../../schemas/programme/my-agenda.schemas.ts';

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

export const myAgendaEndpoints = ({ myAgenda }: { myAgenda: MyAgendaService }) => [
  endpoint({
    name: 'listMyAgenda',
    method: 'get',
    path: '/agenda/my',
    auth: 'user',
    tag,
    summary: 'List the agenda items I keep',
    description:
      'Sorted by start, for all conferences. Cancelled items stay. A warning names an item or event at the same time.',
    query: MyAgendaQuerySchema,
    responses: { 200: listOf(FavoriteItemSchema) },
    allowReplica: true,
    async handle({ caller, query }) {
      const page = await myAgenda.list(caller.user.id, query, numbered(query));
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'keepAgendaItem',
    method: 'put',
    path: '/agenda/:id/favorite',
    auth: 'user',
    tag,
    summary: 'Mark an agenda item as one I keep',
    description:
      'You are notified when it moves or is cancelled, and your calendar link includes it. Safe to repeat.',
    params: IdParamsSchema,
    responses: { 200: FavoriteItemSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params }) {
      return { status: 200, body: await myAgenda.keep(caller.user.id, params.id) };
    },
  }),

  endpoint({
    name: 'removeKeptAgendaItem',
    method: 'delete',
    path: '/agenda/:id/favorite',
    auth: 'user',
    tag,
    summary: 'Delete an agenda item from those I keep',
    description: 'Safe to repeat.',
    params: IdParamsSchema,
    responses: { 200: DeletedSchema },
    async handle({ caller, params }) {
      await myAgenda.remove(caller.user.id, params.id);
      return { status: 200, body: { id: params.id, deleted: true } };
    },
  }),
];
