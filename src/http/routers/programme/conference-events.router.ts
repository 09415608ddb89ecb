import type { ConferenceEventsService } from '../../../services/programme/conference-events.service.ts';
import { endpoint } from '../../endpoint.ts';
import { SlugParamsSchema } from '../../schemas/common.ts';
import {
  ConferenceEventsQuerySchema,
  conferenceWith,
} from '../../schemas/programme/conference-events.schemas.ts';
import { EventSchema, EventWithAttendanceSchema } from '../../schemas/programme/events.schemas.ts';

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
    description: 'Sorted by start, at most 1,000.',
    params: SlugParamsSchema,
    query: ConferenceEventsQuerySchema,
    kept: ['conferences', 'events'],
    responses: { 200: conferenceWith(EventWithAttendanceSchema, 'ConferenceWithMyEvents') },
    errors: ['NOT_FOUND'],
    async handle({ caller, params, query }) {
      return {
        status: 200,
        body: await conferenceEvents.find(params.slug, query, caller?.user.id),
      };
    },
  }),

  endpoint({
    name: 'listConferenceEvents',
    method: 'get',
    path: '/conferences/slug/:slug/events',
    auth: 'public',
    tag: 'Conferences',
    summary: 'List all events of a conference',
    description: 'Sorted by start, at most 1,000.',
    params: SlugParamsSchema,
    query: ConferenceEventsQuerySchema,
    kept: ['conferences', 'events'],
    responses: { 200: conferenceWith(EventSchema, 'ConferenceWithEvents') },
    errors: ['NOT_FOUND'],
    async handle({ params, query }) {
      return { status: 200, body: await conferenceEvents.find(params.slug, query) };
    },
  }),
];
