import type { AdminSideEventsService } from '../../../services/programme/admin-side-events.service.ts';
import type { SideEventsService } from '../../../services/programme/side-events.service.ts';
import { DeletedSchema, IdParamsSchema } from '../../schemas/common.ts';
import { listOf, listReply, numbered } from '../../schemas/pages.schemas.ts';
import {
  AdminEventSchema,
  BulkEventReviewSchema,
  PendingEventsQuerySchema,
  RejectionSchema,
} from '../../schemas/programme/admin-events.schemas.ts';
import { EventSchema } from '../../schemas/programme/events.schemas.ts';
import {
  SideEventChangeSchema,
  SideEventRequestSchema,
} from '../../schemas/programme/side-events.schemas.ts';
import { BulkDecidedSchema } from '../../schemas/quests/admin-submissions.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: events');
const eventsEndpoint = tagged('Events');

export const sideEventEndpoints = ({ sideEvents }: { sideEvents: SideEventsService }) => [
  eventsEndpoint({
    name: 'requestSideEvent',
    route: 'POST /events/side-event-request',
    auth: 'user',
    summary: 'Request a side event',
    description:
      'The event is `pending` until an administrator approves or rejects it; you are notified of the decision. Limit: 5 pending requests. A request with the same title, times and conference answers 200 with the pending event.',
    body: SideEventRequestSchema,
    responses: { 200: EventSchema, 201: EventSchema },
    errors: ['NOT_FOUND', 'TOO_MANY_PENDING', 'CONFERENCE_CANCELLED', 'REGISTRATION_CLOSED'],
    idempotent: true,
    async handle({ caller, body }) {
      const { event, created } = await sideEvents.request(caller.user.id, body);
      return { status: created ? 201 : 200, body: event };
    },
  }),

  eventsEndpoint({
    name: 'updateSideEventRequest',
    route: 'PATCH /events/side-event-request/:id',
    auth: 'user',
    summary: 'Update my pending side-event request',
    description: 'Only until an administrator approves or rejects it.',
    params: IdParamsSchema,
    body: SideEventChangeSchema,
    responses: { 200: EventSchema },
    errors: ['CONFLICT', 'CONFERENCE_CANCELLED', 'REGISTRATION_CLOSED'],
    handle: async ({ caller, params, body }) =>
      ok(await sideEvents.update(caller.user.id, params.id, body)),
  }),

  eventsEndpoint({
    name: 'deleteSideEventRequest',
    route: 'DELETE /events/side-event-request/:id',
    auth: 'user',
    summary: 'Delete my pending side-event request',
    description: 'Only until an administrator approves or rejects it.',
    params: IdParamsSchema,
    responses: { 200: DeletedSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params: { id } }) {
      await sideEvents.delete(caller.user.id, id);
      return ok({ id, deleted: true });
    },
  }),
];

export const adminSideEventEndpoints = ({
  adminSideEvents,
}: {
  adminSideEvents: AdminSideEventsService;
}) => [
  endpoint({
    name: 'listPendingEvents',
    route: 'GET /admin/events/pending',
    auth: 'admin',
    scope: 'content:read',
    conferences: 'filtered',
    summary: 'List pending side events',
    query: PendingEventsQuerySchema,
    responses: { 200: listOf(AdminEventSchema) },
    holdsProfiles: true,
    async handle({ caller: { conference_ids }, query }) {
      const filter = { ...query, conference_ids };
      const page = await adminSideEvents.listPending(filter, numbered(query));
      return ok(listReply(page));
    },
  }),

  endpoint({
    name: 'approveEvent',
    route: 'POST /admin/events/:id/approve',
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ params }) => ({ event: params.id }),
    summary: 'Approve a side event',
    description: 'The requester is notified.',
    params: IdParamsSchema,
    responses: { 200: AdminEventSchema },
    errors: ['CONFLICT', 'CONFERENCE_CANCELLED'],
    handle: async ({ caller, params }) => ok(await adminSideEvents.approve(caller, params.id)),
  }),

  endpoint({
    name: 'rejectEvent',
    route: 'POST /admin/events/:id/reject',
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ params }) => ({ event: params.id }),
    summary: 'Reject a side event',
    description: 'The requester is notified of the reason.',
    params: IdParamsSchema,
    body: RejectionSchema,
    responses: { 200: AdminEventSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, body }) {
      const { reason = null } = body;
      return ok(await adminSideEvents.reject(caller, params.id, reason));
    },
  }),

  endpoint({
    name: 'reviewEvents',
    route: 'POST /admin/events/bulk-review',
    auth: 'admin',
    scope: 'content:write',
    conferences: 'filtered',
    summary: 'Approve or reject many side events',
    description:
      'Decides on at most 100 pending side events, each by itself: a refused one does not stop the others. The requesters are notified. Safe to repeat. An event with the other decision is refused with `CONFLICT`: approve a rejected one with `POST /admin/events/:id/approve`.',
    body: BulkEventReviewSchema,
    responses: { 200: BulkDecidedSchema },
    async handle({ caller, body: { ids, decision, reason = null } }) {
      const results = await adminSideEvents.decideAll(caller, ids, { decision, reason });
      return ok({ results });
    },
  }),
];
