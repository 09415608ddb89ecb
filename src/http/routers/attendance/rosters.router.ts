import type { RostersService } from '../../../services/attendance/rosters.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  RosterQuerySchema,
  RosterSchema,
  rosterCursor,
  rosterReply,
} from '../../schemas/attendance/rosters.schemas.ts';
import { ConferenceParamsSchema } from '../../schemas/common.ts';

export const rosterEndpoints = ({ rosters }: { rosters: RostersService }) => [
  endpoint({
    name: 'getCheckInRoster',
    method: 'get',
    path: '/admin/conferences/:conference_id/check-in/roster',
    auth: 'admin',
    scope: 'door:read',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    tag: 'Admin: attendance',
    summary: 'Get the roster for a device at the door',
    description:
      'For a device that checks attendees in while it is offline: with it the device recognizes the tickets that it scans, and no ticket code is in it. Request pages until `has_more` is false; later, the last `cursor` returns what has changed since then, however long the device slept. A code that no row or several rows have is `ask`: send the scan to the batch check-in.',
    params: ConferenceParamsSchema,
    query: RosterQuerySchema,
    responses: { 200: RosterSchema },
    errors: ['NOT_FOUND'],
    holdsProfiles: true,
    compressed: true,
    async handle({ caller, params, query: { cursor, limit } }) {
      const roster = await rosters.page(caller, params.conference_id, {
        cursor: rosterCursor(cursor),
        limit,
      });
      return { status: 200, body: rosterReply(roster) };
    },
  }),
];
