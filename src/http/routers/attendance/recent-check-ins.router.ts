import type {
  RecentCheckIn,
  RecentGuestCheckIn,
} from '../../../domain/attendance/recent-check-ins.ts';
import type { RecentCheckInsService } from '../../../services/attendance/conference-check-ins.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  ConferenceRecentCheckInSchema,
  ConferenceRecentCheckInsQuerySchema,
  EventRecentCheckInSchema,
  RecentCheckInsQuerySchema,
  recentCheckInPosition,
} from '../../schemas/attendance/check-ins.schemas.ts';
import { ConferenceParamsSchema, IdParamsSchema } from '../../schemas/common.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';

const description =
  'With the device and the administrator who checked the attendee in. A check-in that was undone, or whose attendee gave the seat up, is not in the list; the audit log has it.';

export const recentCheckInEndpoints = ({
  eventRecentCheckIns,
  conferenceRecentCheckIns,
}: {
  eventRecentCheckIns: RecentCheckInsService<RecentCheckIn>;
  conferenceRecentCheckIns: RecentCheckInsService<RecentCheckIn | RecentGuestCheckIn>;
}) => [
  endpoint({
    name: 'listEventCheckIns',
    method: 'get',
    path: '/admin/events/:id/check-ins',
    auth: 'admin',
    scope: 'door:read',
    conferences: ({ params }) => ({ event: params.id }),
    tag: 'Admin: attendance',
    summary: 'List the recent check-ins at an event',
    description,
    params: IdParamsSchema,
    query: RecentCheckInsQuerySchema,
    responses: { 200: largeListOf(EventRecentCheckInSchema) },
    errors: ['NOT_FOUND'],
    holdsProfiles: true,
    async handle({ params, query }) {
      const request = pageRequest(query, recentCheckInPosition(query));
      const page = await eventRecentCheckIns.list(params.id, query, request);
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'listConferenceCheckIns',
    method: 'get',
    path: '/admin/conferences/:conference_id/check-ins',
    auth: 'admin',
    scope: 'door:read',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    tag: 'Admin: attendance',
    summary: 'List the recent check-ins at a conference',
    description,
    params: ConferenceParamsSchema,
    query: ConferenceRecentCheckInsQuerySchema,
    responses: { 200: largeListOf(ConferenceRecentCheckInSchema) },
    errors: ['NOT_FOUND'],
    holdsProfiles: true,
    async handle({ params, query }) {
      const request = pageRequest(query, recentCheckInPosition(query));
      const filter = { sort: query.sort, hasGuests: query.include?.includes('guests') };
      const page = await conferenceRecentCheckIns.list(params.conference_id, filter, request);
      // Each row of a conference has a ticket type.
      const rows = page.rows.map((row) => ({ ticket_type: null, ...row }));
      return { status: 200, body: listReply({ ...page, rows }) };
    },
  }),
];
