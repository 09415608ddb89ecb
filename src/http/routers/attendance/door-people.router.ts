import type { DoorPeopleService } from '../../../services/attendance/door-people.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  DoorPeopleSchema,
  DoorSearchQuerySchema,
} from '../../schemas/attendance/door-people.schemas.ts';
import { ConferenceParamsSchema } from '../../schemas/common.ts';

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
