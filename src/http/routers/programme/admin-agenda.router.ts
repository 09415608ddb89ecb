import type { z } from 'zod';
import type { AgendaMove, AgendaSelection } from '../../../domain/programme/agenda-moves.ts';
import type { AdminAgendaService } from '../../../services/programme/admin-agenda.service.ts';
import type { AgendaMovesService } from '../../../services/programme/agenda-moves.service.ts';
import { ConferenceParamsSchema, DeletedSchema, IdParamsSchema } from '../../schemas/common.ts';
import { DryRunQuerySchema } from '../../schemas/dry-runs.schemas.ts';
import { listOf, listReply, numbered } from '../../schemas/pages.schemas.ts';
import {
  AdminAgendaItemSchema,
  AdminAgendaQuerySchema,
  AgendaDeletionQuerySchema,
  AgendaItemChangeSchema,
  ChangedAgendaItemSchema,
  NewAgendaItemSchema,
} from '../../schemas/programme/agenda.schemas.ts';
import {
  AgendaMoveRequestSchema,
  MovedAgendaSchema,
} from '../../schemas/programme/agenda-moves.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: agenda');

export const adminAgendaEndpoints = ({ adminAgenda }: { adminAgenda: AdminAgendaService }) => [
  endpoint({
    name: 'listAgendaItems',
    route: 'GET /admin/conferences/:conference_id/agenda',
    auth: 'admin',
    scope: 'content:read',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'List the agenda items of a conference',
    description: 'Includes items of pending and rejected events, which only administrators see.',
    params: ConferenceParamsSchema,
    query: AdminAgendaQuerySchema,
    responses: { 200: listOf(AdminAgendaItemSchema) },
    handle: async ({ caller, params: { conference_id }, query }) =>
      ok(listReply(await adminAgenda.list(caller, conference_id, query, numbered(query)))),
  }),

  endpoint({
    name: 'getAgendaItem',
    route: 'GET /admin/agenda/:id',
    auth: 'admin',
    scope: 'content:read',
    conferences: ({ params }) => ({ agenda_item: params.id }),
    summary: 'Get an agenda item',
    params: IdParamsSchema,
    versioned: AdminAgendaItemSchema,
    responses: { 200: AdminAgendaItemSchema },
    handle: async ({ caller, params }) => ok(await adminAgenda.get(caller, params.id)),
  }),

  endpoint({
    name: 'createAgendaItem',
    route: 'POST /admin/agenda',
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ body }) => ({
      conference: body.conference_id,
      event: body.event_id,
      speaker: body.speaker_ids,
    }),
    summary: 'Create an agenda item',
    description: 'The speakers of the item are added to the lineup of the conference.',
    body: NewAgendaItemSchema,
    responses: { 201: AdminAgendaItemSchema },
    errors: ['CONFLICT'],
    idempotent: true,
    handle: async ({ caller, body }) => created(await adminAgenda.create(caller, body)),
  }),

  endpoint({
    name: 'updateAgendaItem',
    route: 'PUT /admin/agenda/:id',
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ params, body }) => ({
      agenda_item: params.id,
      event: body.event_id,
      speaker: body.speaker_ids,
    }),
    summary: 'Update an agenda item',
    description:
      'A new `event_id` replaces title, description, times and room with those of the event, except fields given here. `event_id: null` keeps them and unlinks the event. Notifies the attendees of the event and the users who keep the item of a new time or room and of a cancellation, unless `notify` is false; changes of 10 minutes become one unread notification.',
    params: IdParamsSchema,
    query: DryRunQuerySchema,
    body: AgendaItemChangeSchema,
    versioned: AdminAgendaItemSchema,
    responses: { 200: ChangedAgendaItemSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, ifMatch, query, body }) {
      const target = { ...params, ifMatch };
      const given = { ...body, ...query };
      return ok(await adminAgenda.update(caller, target, given));
    },
  }),

  endpoint({
    name: 'deleteAgendaItem',
    route: 'DELETE /admin/agenda/:id',
    auth: 'admin',
    scope: 'content:delete',
    conferences: ({ params }) => ({ agenda_item: params.id }),
    summary: 'Delete an agenda item',
    description:
      'Later imports do not add its event to the agenda again. Notifies the attendees of the event and the users who keep the item that it is cancelled, unless `notify` is false.',
    params: IdParamsSchema,
    query: AgendaDeletionQuerySchema,
    versioned: AdminAgendaItemSchema,
    responses: { 200: DeletedSchema },
    async handle({ caller, params, ifMatch, query }) {
      await adminAgenda.delete(caller, { ...params, ifMatch }, query);
      return ok({ id: params.id, deleted: true });
    },
  }),
];

type MoveRequest = z.output<typeof AgendaMoveRequestSchema>;

export const agendaMoveEndpoints = ({ agendaMoves }: { agendaMoves: AgendaMovesService }) => [
  endpoint({
    name: 'moveAgendaItems',
    route: 'POST /admin/agenda/bulk',
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ body: { ids, filter } }) => ({
      agenda_item: ids,
      conference: filter?.conference_id,
    }),
    summary: 'Update many agenda items together',
    description:
      'Shifts, moves to a room, or cancels up to 1,000 items of a conference and their events, or opens and closes their questions, all or none of them. What has ended is left out; of what is running, a shift changes the end alone. Later imports leave what changed. Notifies each person once of everything that changed for them, unless `notify` is false. The same move within 10 minutes, by any key, is refused unless the request has `force` or an `Idempotency-Key`; questions can be opened and closed as often as needed.',
    body: AgendaMoveRequestSchema,
    responses: { 200: MovedAgendaSchema },
    errors: ['DUPLICATE_SHIFT'],
    idempotent: true,
    async handle({ caller, idempotencyKey, body }) {
      const { notify, dry_run, force } = body;
      const mayRepeat = force || idempotencyKey !== undefined;
      const request = { selection: selectionOf(body), move: moveOf(body) };
      const moved = await agendaMoves.move(caller, { ...request, notify, dry_run, mayRepeat });
      return ok(moved);
    },
  }),
];

/** The schema accepts one of both. */
const selectionOf = ({ ids, filter }: MoveRequest): AgendaSelection => filter ?? { ids: ids ?? [] };

/** The schema accepts one of the five. */
function moveOf({ shift_minutes, shift_days, room, questions }: MoveRequest): AgendaMove {
  if (shift_minutes !== undefined) return { shift_minutes };
  if (shift_days !== undefined) return { shift_days };
  if (questions !== undefined) return { questions };
  return room === undefined ? { status: 'cancelled' } : { room };
}
