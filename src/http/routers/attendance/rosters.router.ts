import type {
  DoorPeopleService,
  RostersService,
} from '../../../services/attendance/rosters.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  DoorPeopleSchema,
  DoorSearchQuerySchema,
  RosterQuerySchema,
  RosterSchema,
  rosterCursor,
  rosterReply,
} from '../../schemas/attendance/rosters.schemas.ts';
import { ConferenceParamsSchema, IdParamsSchema } from '../../schemas/common.ts';

const description =
  'For a device that checks attendees in while it is offline: with it the device recognizes the tickets that it scans, and no ticket code is in it. A code that no row or several rows have is `ask`: send the scan to the batch check-in.';

/** What both rosters have in common. */
const ROSTER = {
  auth: 'admin',
  scope: 'door:read',
  tag: 'Admin: attendance',
  query: RosterQuerySchema,
  responses: { 200: RosterSchema },
  errors: ['NOT_FOUND'],
  holdsProfiles: true,
  holdsSecret: true,
  compressed: true,
} as const;

export const rosterEndpoints = ({
  eventRosters,
  conferenceRosters,
}: {
  eventRosters: RostersService;
  conferenceRosters: RostersService;
}) => [
  endpoint({
    ...ROSTER,
    name: 'getEventCheckInRoster',
    method: 'get',
    path: '/admin/events/:id/check-in/roster',
    conferences: ({ params }) => ({ event: params.id }),
    summary: 'Get the roster for a device at the door of an event',
    description: `${description} Request pages until \`has_more\` is false; later, the last \`cursor\` returns all attendees again. An event has no guests.`,
    params: IdParamsSchema,
    async handle({ caller, params, query: { cursor, limit } }) {
      const request = { cursor: rosterCursor(cursor), limit };
      const roster = await eventRosters.page(caller, params.id, request);
      return { status: 200, body: rosterReply(roster) };
    },
  }),

  endpoint({
    ...ROSTER,
    name: 'getCheckInRoster',
    method: 'get',
    path: '/admin/conferences/:conference_id/check-in/roster',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'Get the roster for a device at the door',
    description: `${description} Request pages until \`has_more\` is false; later, the last \`cursor\` returns what has changed since then, however long the device slept.`,
    params: ConferenceParamsSchema,
    async handle({ caller, params, query: { cursor, limit } }) {
      const request = { cursor: rosterCursor(cursor), limit };
      const roster = await conferenceRosters.page(caller, params.conference_id, request);
      return { status: 200, body: rosterReply(roster) };
    },
  }),
];

export const doorPeopleEndpoints = ({ doorPeople }: { doorPeople: DoorPeopleService }) => [
  endpoint({
    name: 'searchDoorPeople',
    method: 'get',
    path: '/admin/conferences/:conference_id/check-in/search',
    auth: 'admin',
    scope: 'door:read',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    tag: 'Admin: attendance',
    summary: 'List the people at the door who match a name',
    description:
      'For a person without a code: finds attendees, guests without an account and walk-ins, also those on the waitlist and those who cancelled. Has no contacts.',
    params: ConferenceParamsSchema,
    query: DoorSearchQuerySchema,
    responses: { 200: DoorPeopleSchema },
    errors: ['NOT_FOUND'],
    holdsProfiles: true,
    async handle({ params, query }) {
      const data = await doorPeople.search(params.conference_id, query.q);
      return { status: 200, body: { data: [...data] } };
    },
  }),
];
