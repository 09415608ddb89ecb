import type { AttendeesService } from '../../../services/attendance/attendees.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  AttendeePositionSchema,
  AttendeesQuerySchema,
} from '../../schemas/attendance/attendees.schemas.ts';
import { ConferenceParamsSchema, IdParamsSchema } from '../../schemas/common.ts';
import {
  CursorQuerySchema,
  largeListOf,
  listReply,
  pageRequest,
} from '../../schemas/pages.schemas.ts';
import { ProfileSchema } from '../../schemas/people/users.schemas.ts';
import { costOfSearch } from '../../schemas/search.schemas.ts';

const description =
  'Returns attendees with a seat, newest first. Users who are not discoverable hold a seat but are not listed.';

export const attendeeEndpoints = ({ attendees }: { attendees: AttendeesService }) => [
  endpoint({
    name: 'listEventAttendees',
    method: 'get',
    path: '/events/:id/attendees',
    auth: 'public',
    tag: 'Attendance',
    summary: 'List the attendees of an event',
    description: `${description} Requires no credentials; valid ones leave out the users hidden from you by a block.`,
    params: IdParamsSchema,
    query: CursorQuerySchema,
    responses: { 200: largeListOf(ProfileSchema) },
    errors: ['NOT_FOUND'],
    holdsProfiles: true,
    knowsSender: true,
    readsPeople: true,
    mayLag: true,
    async handle({ caller, params, query }) {
      const page = await attendees.listOfEvent(
        params.id,
        caller?.user.id,
        pageRequest(query, AttendeePositionSchema),
      );
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'listConferenceAttendees',
    method: 'get',
    path: '/conferences/:conference_id/attendees',
    auth: 'optional',
    tag: 'Attendance',
    summary: 'List the attendees of a conference',
    description,
    params: ConferenceParamsSchema,
    query: AttendeesQuerySchema,
    responses: { 200: largeListOf(ProfileSchema) },
    errors: ['NOT_FOUND'],
    holdsProfiles: true,
    // The limits of GET /users with this conference.
    readsPeople: (query) => costOfSearch({ ...query, conference_id: true }),
    mayLag: true,
    async handle({ caller, params, query }) {
      const page = await attendees.listOfConference(
        params.conference_id,
        { ...query, viewerId: caller?.user.id },
        pageRequest(query, AttendeePositionSchema),
      );
      return { status: 200, body: listReply(page) };
    },
  }),
];
