import type { EventsService } from '../../../services/programme/events.service.ts';
import { changingListOf, changingListReply } from '../../schemas/changes.schemas.ts';
import { IdParamsSchema, SlugParamsSchema } from '../../schemas/common.ts';
import { listOf, listReply, numbered } from '../../schemas/pages.schemas.ts';
import {
  EventDetailsSchema,
  EventSchema,
  EventsQuerySchema,
  EventWithAttendanceSchema,
  MyEventsQuerySchema,
} from '../../schemas/programme/events.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Events');

export const eventEndpoints = ({ events }: { events: EventsService }) => [
  endpoint({
    name: 'listEvents',
    route: 'GET /events',
    auth: 'public',
    summary: 'List events',
    query: EventsQuerySchema,
    cachedUntil: ['conferences', 'event_seats', 'events'],
    responses: { 200: changingListOf(EventSchema) },
    handle: async ({ query }) => ok(changingListReply(await events.list(query, numbered(query)))),
  }),

  endpoint({
    name: 'listMyEvents',
    route: 'GET /events/my',
    auth: 'user',
    summary: 'List the events I attend, am waitlisted for or requested',
    query: MyEventsQuerySchema,
    responses: { 200: listOf(EventWithAttendanceSchema) },
    allowReplica: true,
    handle: async ({ caller, query }) =>
      ok(listReply(await events.listOf(caller.user.id, query.when, numbered(query)))),
  }),

  endpoint({
    name: 'getEvent',
    route: 'GET /events/:id',
    auth: 'optional',
    summary: 'Get an event',
    params: IdParamsSchema,
    cachedUntil: ['conferences', 'event_seats', 'events'],
    responses: { 200: EventDetailsSchema },
    handle: async ({ caller, params }) => ok(await events.find(params.id, caller?.user.id)),
  }),

  endpoint({
    name: 'getEventBySlug',
    route: 'GET /events/slug/:slug',
    auth: 'public',
    summary: 'Get an event by slug',
    params: SlugParamsSchema,
    cachedUntil: ['conferences', 'event_seats', 'events'],
    responses: { 200: EventDetailsSchema },
    handle: async ({ params }) => ok(await events.findBySlug(params.slug)),
  }),
];
