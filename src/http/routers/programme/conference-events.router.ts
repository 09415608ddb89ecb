import type { ConferenceEventsService } from '../../../services/programme/conference-events.service.ts';
import { endpoint } from '../../endpoint.ts';
import { SlugParamsSchema } from '../../schemas/common.ts';
import {
  ConferenceEventsQuerySchema,
  conferenceEventsReply,
  conferenceEventsRequest,
  conferenceWith,
} from '../../schemas/programme/conference-events.schemas.ts';
import { EventSchema, EventWithAttendanceSchema } from '../../schemas/programme/events.schemas.ts';

const DESCRIPTION =
  'Sorted by start. At most 1,000 at once, or page by page with `limit` and `cursor`.';

export const conferenceEventEndpoints = ({
  conferenceEvents,
}: {
  conferenceEvents: ConferenceEventsService;
}) => [
  endpoint({
    name: 'listMyConferenceEvents',
    method: 'get',
    path: '/events/conference/:slug',
    auth: 'optional',
    tag: 'Events',
    summary: 'List all events of a conference with my attendance',
    description: DESCRIPTION,
    params: SlugParamsSchema,
    query: ConferenceEventsQuerySchema,
    cachedUntil: ['conference_seats', 'conferences', 'event_seats', 'events'],
    responses: { 200: conferenceWith(EventWithAttendanceSchema, 'ConferenceWithMyEvents') },
    errors: ['NOT_FOUND'],
    async handle({ caller, params, query }) {
      const request = conferenceEventsRequest(query);
      const found = await conferenceEvents.find(params.slug, request, caller?.user.id);
      return { status: 200, body: conferenceEventsReply(found, query) };
    },
  }),

  endpoint({
    name: 'listConferenceEvents',
    method: 'get',
    path: '/conferences/slug/:slug/events',
    auth: 'public',
    tag: 'Conferences',
    summary: 'List all events of a conference',
    description: DESCRIPTION,
    params: SlugParamsSchema,
    query: ConferenceEventsQuerySchema,
    cachedUntil: ['conference_seats', 'conferences', 'event_seats', 'events'],
    responses: { 200: conferenceWith(EventSchema, 'ConferenceWithEvents') },
    errors: ['NOT_FOUND'],
    async handle({ params, query }) {
      const found = await conferenceEvents.find(params.slug, conferenceEventsRequest(query));
      return { status: 200, body: conferenceEventsReply(found, query) };
    },
  }),
];
