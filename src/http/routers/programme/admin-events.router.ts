import type { AdminEventsService } from '../../../services/programme/admin-events.service.ts';
import type { ConferenceEventsService } from '../../../services/programme/events.service.ts';
import { DeletedSchema, IdParamsSchema, SlugParamsSchema } from '../../schemas/common.ts';
import { DryRunQuerySchema } from '../../schemas/dry-runs.schemas.ts';
import { listOf, listReply, numbered } from '../../schemas/pages.schemas.ts';
import {
  AdminEventSchema,
  AdminEventsQuerySchema,
  ChangedEventSchema,
  CheckedEventSchema,
  EventChangeSchema,
  EventDeletionQuerySchema,
  NewEventSchema,
} from '../../schemas/programme/admin-events.schemas.ts';
import {
  ConferenceEventsQuerySchema,
  conferenceEventsReply,
  conferenceEventsRequest,
  conferenceWith,
} from '../../schemas/programme/conference-events.schemas.ts';
import { EventSchema, EventWithAttendanceSchema } from '../../schemas/programme/events.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: events');
const eventsEndpoint = tagged('Events');
const conferencesEndpoint = tagged('Conferences');

export const adminEventEndpoints = ({ adminEvents }: { adminEvents: AdminEventsService }) => [
  endpoint({
    name: 'listAdminEvents',
    route: 'GET /admin/events',
    auth: 'admin',
    scope: 'content:read',
    conferences: 'filtered',
    summary: 'List all events',
    query: AdminEventsQuerySchema,
    responses: { 200: listOf(AdminEventSchema) },
    holdsProfiles: true,
    handle: async ({ caller: { conference_ids }, query }) =>
      ok(listReply(await adminEvents.list({ ...query, conference_ids }, numbered(query)))),
  }),

  endpoint({
    name: 'getAdminEvent',
    route: 'GET /admin/events/:id',
    auth: 'admin',
    scope: 'content:read',
    conferences: ({ params }) => ({ event: params.id }),
    summary: 'Get an event in any status',
    params: IdParamsSchema,
    versioned: AdminEventSchema,
    responses: { 200: AdminEventSchema },
    holdsProfiles: true,
    handle: async ({ params }) => ok(await adminEvents.get(params.id)),
  }),

  endpoint({
    name: 'createEvent',
    route: 'POST /admin/events',
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ body }) => ({ conference: body.conference_id }),
    summary: 'Create an event',
    body: NewEventSchema,
    responses: { 201: CheckedEventSchema },
    errors: ['CONFLICT'],
    idempotent: true,
    handle: async ({ caller, body }) => created(await adminEvents.create(caller, body)),
  }),

  endpoint({
    name: 'updateEvent',
    route: 'PUT /admin/events/:id',
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ params, body }) => ({ event: params.id, conference: body.conference_id }),
    summary: 'Update or cancel an event',
    description:
      'A higher capacity promotes waitlisted attendees and notifies them. All attendees, waitlisted ones included, and the requester are notified of a new time or place and of a cancellation, unless `notify` is false; changes of 10 minutes become one unread notification. Later imports do not overwrite fields that are updated here.',
    params: IdParamsSchema,
    query: DryRunQuerySchema,
    body: EventChangeSchema,
    versioned: AdminEventSchema,
    concurrency: ({ params }) => `event:${params.id}`,
    responses: { 200: ChangedEventSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, ifMatch, query, body }) {
      const target = { ...params, ifMatch };
      const given = { ...body, ...query };
      return ok(await adminEvents.update(caller, target, given));
    },
  }),

  endpoint({
    name: 'deleteEvent',
    route: 'DELETE /admin/events/:id',
    auth: 'admin',
    scope: 'content:delete',
    conferences: ({ params }) => ({ event: params.id }),
    summary: 'Delete an event',
    description:
      'All attendees, waitlisted ones included, and the requester are notified unless the event has ended or `notify` is false. Later imports skip a deleted event.',
    params: IdParamsSchema,
    query: EventDeletionQuerySchema,
    versioned: AdminEventSchema,
    responses: { 200: DeletedSchema },
    async handle({ caller, params, ifMatch, query }) {
      await adminEvents.delete(caller, { ...params, ifMatch }, query);
      return ok({ id: params.id, deleted: true });
    },
  }),
];

const DESCRIPTION =
  'Sorted by start. At most 1,000 at once, or page by page with `limit` and `cursor`.';

export const conferenceEventEndpoints = ({
  conferenceEvents,
}: {
  conferenceEvents: ConferenceEventsService;
}) => [
  eventsEndpoint({
    name: 'listMyConferenceEvents',
    route: 'GET /events/conference/:slug',
    auth: 'optional',
    summary: 'List all events of a conference with my attendance',
    description: DESCRIPTION,
    params: SlugParamsSchema,
    query: ConferenceEventsQuerySchema,
    cachedUntil: ['conference_seats', 'conferences', 'event_seats', 'events'],
    responses: { 200: conferenceWith(EventWithAttendanceSchema, 'ConferenceWithMyEvents') },
    async handle({ caller, params, query }) {
      const request = conferenceEventsRequest(query);
      const found = await conferenceEvents.find(params.slug, request, caller?.user.id);
      return ok(conferenceEventsReply(found, query));
    },
  }),

  conferencesEndpoint({
    name: 'listConferenceEvents',
    route: 'GET /conferences/slug/:slug/events',
    auth: 'public',
    summary: 'List all events of a conference',
    description: DESCRIPTION,
    params: SlugParamsSchema,
    query: ConferenceEventsQuerySchema,
    cachedUntil: ['conference_seats', 'conferences', 'event_seats', 'events'],
    responses: { 200: conferenceWith(EventSchema, 'ConferenceWithEvents') },
    handle: async ({ params, query }) =>
      ok(
        conferenceEventsReply(
          await conferenceEvents.find(params.slug, conferenceEventsRequest(query)),
          query,
        ),
      ),
  }),
];
