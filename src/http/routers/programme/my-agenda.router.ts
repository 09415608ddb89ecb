import type { MyAgendaService } from '../../../services/programme/my-agenda.service.ts';
import { endpoint } from '../../endpoint.ts';
import { DeletedSchema, IdParamsSchema } from '../../schemas/common.ts';
import { listOf, listReply, numbered } from '../../schemas/pages.schemas.ts';
import {
  FavoriteItemSchema,
  MyAgendaQuerySchema,
} from '../../schemas/programme/my-agenda.schemas.ts';

const tag = 'Conferences';

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
    mayLag: true,
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
