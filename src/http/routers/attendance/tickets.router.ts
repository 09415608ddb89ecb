import type { TicketsService } from '../../../services/attendance/tickets.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  ConferenceTicketSchema,
  EventTicketSchema,
} from '../../schemas/attendance/tickets.schemas.ts';
import { ConferenceParamsSchema, IdParamsSchema } from '../../schemas/common.ts';

const description =
  'The ticket is scanned or typed at check-in. Requires a seat: attendees on the waitlist have no ticket.';

export const ticketEndpoints = ({ tickets }: { tickets: TicketsService }) => [
  endpoint({
    name: 'getMyEventTicket',
    method: 'get',
    path: '/events/:id/ticket',
    auth: 'user',
    tag: 'Attendance',
    summary: 'Get my ticket for an event',
    description,
    params: IdParamsSchema,
    responses: { 200: EventTicketSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params }) {
      const event_id = params.id;
      const ticket = await tickets.ticketOf({
        kind: 'event',
        attendable_id: event_id,
        user_id: caller.user.id,
      });
      return { status: 200, body: { event_id, ...ticket } };
    },
  }),

  endpoint({
    name: 'getMyConferenceTicket',
    method: 'get',
    path: '/conferences/:conference_id/ticket',
    auth: 'user',
    tag: 'Attendance',
    summary: 'Get my ticket for a conference',
    description,
    params: ConferenceParamsSchema,
    responses: { 200: ConferenceTicketSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params }) {
      const { conference_id } = params;
      const ticket = await tickets.ticketOf({
        kind: 'conference',
        attendable_id: conference_id,
        user_id: caller.user.id,
      });
      return { status: 200, body: { conference_id, ...ticket } };
    },
  }),
];
