import type { AgendaService } from '../../../services/programme/agenda.service.ts';
import type { MyAgendaService } from '../../../services/programme/my-agenda.service.ts';
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
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Conferences');

export const agendaEndpoints = ({ agenda }: { agenda: AgendaService }) => [
  endpoint({
    name: 'getAgenda',
    route: 'GET /conferences/:conference_id/agenda',
    auth: 'public',
    summary: 'Get the agenda of a conference',
    params: ConferenceParamsSchema,
    query: AgendaQuerySchema,
    cachedUntil: ['agenda', 'conference_seats', 'conferences', 'events', 'speakers'],
    responses: { 200: AgendaSchema },
    handle: async ({ params, query }) => ok(await agenda.find({ id: params.conference_id }, query)),
  }),

  endpoint({
    name: 'getPublicAgendaItem',
    route: 'GET /agenda/:id',
    auth: 'public',
    summary: 'Get a public agenda item',
    params: IdParamsSchema,
    cachedUntil: ['agenda', 'conferences', 'events', 'speakers'],
    responses: { 200: AgendaItemDetailsSchema },
    handle: async ({ params }) => ok(await agenda.findItem(params.id)),
  }),

  endpoint({
    name: 'getAgendaBySlug',
    route: 'GET /conferences/slug/:slug/agenda',
    auth: 'public',
    summary: 'Get the agenda of a conference by slug',
    params: SlugParamsSchema,
    query: AgendaQuerySchema,
    cachedUntil: ['agenda', 'conference_seats', 'conferences', 'events', 'speakers'],
    responses: { 200: AgendaSchema },
    handle: async ({ params, query }) => ok(await agenda.find({ slug: params.slug }, query)),
  }),
];

export const myAgendaEndpoints = ({ myAgenda }: { myAgenda: MyAgendaService }) => [
  endpoint({
    name: 'listMyAgenda',
    route: 'GET /agenda/my',
    auth: 'user',
    summary: 'List the agenda items I keep',
    description:
      'Sorted by start, for all conferences. Cancelled items stay. A warning names an item or event at the same time.',
    query: MyAgendaQuerySchema,
    responses: { 200: listOf(FavoriteItemSchema) },
    allowReplica: true,
    handle: async ({ caller, query }) =>
      ok(listReply(await myAgenda.list(caller.user.id, query, numbered(query)))),
  }),

  endpoint({
    name: 'keepAgendaItem',
    route: 'PUT /agenda/:id/favorite',
    auth: 'user',
    summary: 'Mark an agenda item as one I keep',
    description:
      'You are notified when it moves or is cancelled, and your calendar link includes it. Safe to repeat.',
    params: IdParamsSchema,
    responses: { 200: FavoriteItemSchema },
    handle: async ({ caller, params }) => ok(await myAgenda.keep(caller.user.id, params.id)),
  }),

  endpoint({
    name: 'removeKeptAgendaItem',
    route: 'DELETE /agenda/:id/favorite',
    toleratesMissing: true,
    auth: 'user',
    summary: 'Delete an agenda item from those I keep',
    description: 'Safe to repeat.',
    params: IdParamsSchema,
    responses: { 200: DeletedSchema },
    async handle({ caller, params }) {
      await myAgenda.remove(caller.user.id, params.id);
      return ok({ id: params.id, deleted: true });
    },
  }),
];
