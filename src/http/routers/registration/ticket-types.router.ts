import type { TicketTypesService } from '../../../services/registration/ticket-types.service.ts';
import { ConferenceParamsSchema, DeletedSchema } from '../../schemas/common.ts';
import { listOf, listReply, numbered } from '../../schemas/pages.schemas.ts';
import {
  AgendaPageQuerySchema,
  OrderedSchema,
} from '../../schemas/programme/agenda-groups.schemas.ts';
import {
  AdminTicketTypeSchema,
  NewTicketTypeSchema,
  TicketTypeChangeSchema,
  TicketTypeOrderSchema,
  TicketTypeParamsSchema,
} from '../../schemas/registration/ticket-types.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: registration');

const PATH = '/admin/conferences/:conference_id/ticket-types';

export const ticketTypeEndpoints = ({ ticketTypes }: { ticketTypes: TicketTypesService }) => [
  endpoint({
    name: 'listTicketTypes',
    route: `GET ${PATH}`,
    auth: 'admin',
    scope: 'attendees:read',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'List the ticket types of a conference',
    description:
      'In the order of the organizers, with their seats. Names that imports brought are among them: people choose a type only where an organizer has saved one.',
    params: ConferenceParamsSchema,
    query: AgendaPageQuerySchema,
    responses: { 200: listOf(AdminTicketTypeSchema) },
    handle: async ({ params, query }) =>
      ok(listReply(await ticketTypes.list(params.conference_id, numbered(query)))),
  }),

  endpoint({
    name: 'createTicketType',
    route: `POST ${PATH}`,
    auth: 'admin',
    scope: 'attendees:write',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'Create a ticket type',
    description:
      'It is the last in the order. From the first one on, people choose a type when they register, and need a free seat of it.',
    params: ConferenceParamsSchema,
    body: NewTicketTypeSchema,
    responses: { 201: AdminTicketTypeSchema },
    errors: ['CONFLICT'],
    idempotent: true,
    handle: async ({ caller, params, body }) =>
      created(await ticketTypes.create(caller, params.conference_id, body)),
  }),

  endpoint({
    name: 'updateTicketType',
    route: `PUT ${PATH}/:type_id`,
    auth: 'admin',
    scope: 'attendees:write',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'Update a ticket type',
    description:
      'A new name is written to the registrations that have the old one. More seats go to the queue. 409 for a capacity below the seats that are held.',
    params: TicketTypeParamsSchema,
    body: TicketTypeChangeSchema,
    versioned: AdminTicketTypeSchema,
    responses: { 200: AdminTicketTypeSchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params: { conference_id, type_id: id }, ifMatch, body }) =>
      ok(await ticketTypes.update(caller, { id, conference_id, ifMatch }, body)),
  }),

  endpoint({
    name: 'orderTicketTypes',
    route: `PUT ${PATH}/order`,
    auth: 'admin',
    scope: 'attendees:write',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'Set the order of the ticket types of a conference',
    description:
      '409 unless `ids` are all ticket types of the conference, as when one was added in the meantime. Safe to repeat.',
    params: ConferenceParamsSchema,
    body: TicketTypeOrderSchema,
    responses: { 200: OrderedSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, body: { ids } }) {
      await ticketTypes.order(caller, params.conference_id, ids);
      return ok({ ids });
    },
  }),

  endpoint({
    name: 'deleteTicketType',
    route: `DELETE ${PATH}/:type_id`,
    auth: 'admin',
    scope: 'attendees:write',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'Delete a ticket type',
    description: '409 while registrations have it, or requests ask for it.',
    params: TicketTypeParamsSchema,
    versioned: AdminTicketTypeSchema,
    responses: { 200: DeletedSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params: { conference_id, type_id: id }, ifMatch }) {
      await ticketTypes.delete(caller, { id, conference_id, ifMatch });
      return ok({ id, deleted: true });
    },
  }),
];
