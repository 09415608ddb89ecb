import { MAX_BADGES } from '../../../domain/attendance/badges.ts';
import type { BadgesService } from '../../../services/attendance/badges.service.ts';
import type { TicketsService } from '../../../services/attendance/tickets.service.ts';
import { OF_CONFERENCE } from '../../schemas/admin-paths.schemas.ts';
import {
  BadgesQuerySchema,
  badgesPosition,
  nextBadgesUrl,
} from '../../schemas/attendance/badges.schemas.ts';
import {
  ConferenceTicketSchema,
  EventTicketSchema,
} from '../../schemas/attendance/scans.schemas.ts';
import { ConferenceParamsSchema, IdParamsSchema, stream } from '../../schemas/common.ts';
import { ok, tagged } from '../../tagged.ts';
import { badgesPage } from '../../uploads/printed-page.ts';

const endpoint = tagged('Attendance');
const adminEndpoint = tagged('Admin: attendance');

const description =
  'The ticket is scanned or typed at check-in. Requires a seat: attendees on the waitlist have no ticket.';

export const ticketEndpoints = ({ tickets }: { tickets: TicketsService }) => [
  endpoint({
    name: 'getMyEventTicket',
    route: 'GET /events/:id/ticket',
    auth: 'user',
    summary: 'Get my ticket for an event',
    description,
    params: IdParamsSchema,
    responses: { 200: EventTicketSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params }) {
      const event_id = params.id;
      const of = { attendable_id: event_id, user_id: caller.user.id };
      return ok({ event_id, ...(await tickets.ticketOf({ kind: 'event', ...of })) });
    },
  }),

  endpoint({
    name: 'getMyConferenceTicket',
    route: 'GET /conferences/:conference_id/ticket',
    auth: 'user',
    summary: 'Get my ticket for a conference',
    description,
    params: ConferenceParamsSchema,
    responses: { 200: ConferenceTicketSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params }) {
      const { conference_id } = params;
      const of = { attendable_id: conference_id, user_id: caller.user.id };
      return ok({ conference_id, ...(await tickets.ticketOf({ kind: 'conference', ...of })) });
    },
  }),
];

export const badgeEndpoints = ({ badges }: { badges: BadgesService }) => [
  adminEndpoint({
    ...OF_CONFERENCE,
    name: 'listBadges',
    route: 'GET /admin/conferences/:conference_id/badges',
    scope: ['attendees:read', 'attendees:export'],
    summary: 'List the badges of a conference for printing',
    description: `A page to print, by last name, with a badge for each attendee and each guest with a seat: name, company, ticket type, and a QR code that the door scans. At most ${MAX_BADGES} on a page, which links to the next. The badge of a guest stays valid when they open the app. The audit log records it.`,
    query: BadgesQuerySchema,
    responses: { 200: stream('text/html; charset=utf-8') },
    holdsProfiles: true,
    holdsSecret: true,
    async handle({ caller, params, query }) {
      const { cursor, ...filter } = query;
      const after = badgesPosition(cursor);
      const sheet = await badges.page(caller, params.conference_id, { ...filter, after });
      const nextUrl = sheet.next && nextBadgesUrl(query, sheet.next);
      return { status: 200, ...badgesPage(sheet, { layout: query.layout, nextUrl }) };
    },
  }),
];
