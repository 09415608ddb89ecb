import type { AdminEventsService } from '../../../services/programme/admin-events.service.ts';
import type { ConferenceEventsService } from '../../../services/programme/events.service.ts';
import { endpoint } from '../../endpoint.ts';
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

const tag = 'Admin: events';

export const adminEventEndpoints = ({ adminEvents }: { adminEvents: AdminEventsService }) => [
  endpoint({
    name: 'listAdminEvents',
    method: 'get',
    path: '/admin/events',
    auth: 'admin',
    scope: 'content:read',
    conferences: 'filtered',
    tag,
    summary: 'List all events',
    query: AdminEventsQuerySchema,
    responses: { 200: listOf(AdminEventSchema) },
    holdsProfiles: true,
    async handle({ caller: { conference_ids }, query }) {
      const page = await adminEvents.list({ ...query, conference_ids }, numbered(query));
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'getAdminEvent',
    method: 'get',
    path: '/admin/events/:id',
    auth: 'admin',
    scope: 'content:read',
    conferences: ({ params }) => ({ event: params.id }),
    tag,
    summary: 'Get an event in any status',
    params: IdParamsSchema,
    versioned: AdminEventSchema,
    responses: { 200: AdminEventSchema },
    errors: ['NOT_FOUND'],
    holdsProfiles: true,
    async handle({ params }) {
      return { status: 200, body: await adminEvents.get(params.id) };
    },
  }),

  endpoint({
    name: 'createEvent',
    method: 'post',
    path: '/admin/events',
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ body }) => ({ conference: body.conference_id }),
    tag,
    summary: 'Create an event',
    body: NewEventSchema,
    responses: { 201: CheckedEventSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    idempotent: true,
    async handle({ caller, body }) {
      return { status: 201, body: await adminEvents.create(caller, body) };
    },
  }),

  endpoint({
    name: 'updateEvent',
    method: 'put',
    path: '/admin/events/:id',
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ params, body }) => ({ event: params.id, conference: body.conference_id }),
    tag,
    summary: 'Update or cancel an event',
    description:
      'A higher capacity promotes waitlisted attendees and notifies them. All attendees, waitlisted ones included, and the requester are notified of a new time or place and of a cancellation, unless `notify` is false; changes of 10 minutes become one unread notification. Later imports do not overwrite fields that are updated here.',
    params: IdParamsSchema,
    query: DryRunQuerySchema,
    body: EventChangeSchema,
    versioned: AdminEventSchema,
    concurrency: ({ params }) => `event:${params.id}`,
    responses: { 200: ChangedEventSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params, ifMatch, query, body }) {
      const target = { ...params, ifMatch };
      const given = { ...body, ...query };
      return { status: 200, body: await adminEvents.update(caller, target, given) };
    },
  }),

  endpoint({
    name: 'deleteEvent',
    method: 'delete',
    path: '/admin/events/:id',
    auth: 'admin',
    scope: 'content:delete',
    conferences: ({ params }) => ({ event: params.id }),
    tag,
    summary: 'Delete an event',
    description:
      'All attendees, waitlisted ones included, and the requester are notified unless the event has ended or `notify` is false. Later imports skip a deleted event.',
    params: IdParamsSchema,
    query: EventDeletionQuerySchema,
    versioned: AdminEventSchema,
    responses: { 200: DeletedSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params, ifMatch, query }) {
      await adminEvents.delete(caller, { ...params, ifMatch }, query);
      return { status: 200, body: { id: params.id, deleted: true } };
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
