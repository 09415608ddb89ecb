import type { EventsService } from '../../../services/programme/events.service.ts';
import type { HostedEventsService } from '../../../services/registration/hosted-events.service.ts';
import { EventCheckInSchema } from '../../schemas/attendance/check-ins.schemas.ts';
import { IdParamsSchema, IdSchema } from '../../schemas/common.ts';
import {
  CursorQuerySchema,
  largeListOf,
  listReply,
  pageRequest,
} from '../../schemas/pages.schemas.ts';
import { EventDetailsSchema } from '../../schemas/programme/events.schemas.ts';
import {
  HostedAttendeeSchema,
  HostedChangesSchema,
  HostedDecisionsSchema,
  HostedRequestSchema,
  HostedScanSchema,
} from '../../schemas/registration/hosted-events.schemas.ts';
import { SeatsDecidedSchema } from '../../schemas/registration/seat-requests.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Events');

const HOST = 'For the host, who requested the side event; for others it does not exist.';

export const hostedEventEndpoints = ({
  hostedEvents,
  events,
}: {
  hostedEvents: HostedEventsService;
  events: EventsService;
}) => [
  endpoint({
    name: 'listHostedAttendees',
    route: 'GET /events/my/:id/attendees',
    auth: 'user',
    summary: 'List the attendees of an event that I host',
    description: `With a seat or on the waitlist, the first one first. ${HOST}`,
    params: IdParamsSchema,
    query: CursorQuerySchema,
    responses: { 200: largeListOf(HostedAttendeeSchema) },
    holdsProfiles: true,
    readsPeople: true,
    async handle({ caller, params, query, trace }) {
      const hosting = { userId: caller.user.id, eventId: params.id, trace };
      return ok(listReply(await hostedEvents.attendees(hosting, pageRequest(query, IdSchema))));
    },
  }),

  endpoint({
    name: 'listHostedRequests',
    route: 'GET /events/my/:id/requests',
    auth: 'user',
    summary: 'List the requests to attend an event that I host',
    description: `Those that wait, the oldest first. ${HOST}`,
    params: IdParamsSchema,
    query: CursorQuerySchema,
    responses: { 200: largeListOf(HostedRequestSchema) },
    holdsProfiles: true,
    readsPeople: true,
    async handle({ caller, params, query, trace }) {
      const hosting = { userId: caller.user.id, eventId: params.id, trace };
      return ok(listReply(await hostedEvents.requests(hosting, pageRequest(query, IdSchema))));
    },
  }),

  endpoint({
    name: 'decideHostedRequests',
    route: 'POST /events/my/:id/requests/bulk',
    auth: 'user',
    summary: 'Approve, reject or reopen requests to attend an event that I host',
    description: `As \`POST /admin/registration-requests/bulk\`. ${HOST}`,
    params: IdParamsSchema,
    body: HostedDecisionsSchema,
    concurrency: ({ params }) => `event:${params.id}`,
    responses: { 200: SeatsDecidedSchema },
    async handle({ caller, params, body: { ids, decision, reason = null }, trace }) {
      const hosting = { userId: caller.user.id, eventId: params.id, trace };
      const review = { decision, reason, notify: true, over_capacity: false };
      return ok({ results: await hostedEvents.decide(hosting, ids, review) });
    },
  }),

  endpoint({
    name: 'updateHostedEvent',
    route: 'PATCH /events/my/:id',
    auth: 'user',
    summary: 'Update an event that I host',
    description: `Updates the given fields; \`null\` clears one. Title, time and place are changed by the organizers. ${HOST}`,
    params: IdParamsSchema,
    body: HostedChangesSchema,
    responses: { 200: EventDetailsSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, body, trace }) {
      const userId = caller.user.id;
      await hostedEvents.update({ userId, eventId: params.id, trace }, body);
      return ok(await events.find(params.id, userId));
    },
  }),

  endpoint({
    name: 'checkInHostedAttendee',
    route: 'POST /events/my/:id/check-in',
    auth: 'user',
    summary: 'Check in an attendee of an event that I host',
    description: `By the code of their ticket. A second check-in answers \`already_checked_in: true\`. ${HOST}`,
    params: IdParamsSchema,
    body: HostedScanSchema,
    responses: { 200: EventCheckInSchema },
    errors: [
      'TICKET_INVALID',
      'TICKET_OTHER_EVENT',
      'NOT_REGISTERED',
      'WAITLISTED',
      'ACCOUNT_BLOCKED',
      'EVENT_CANCELLED',
    ],
    async handle({ caller, params, body, trace }) {
      const hosting = { userId: caller.user.id, eventId: params.id, trace };
      return ok(
        await hostedEvents.checkIn(hosting, {
          attendee: body,
          nonce: null,
          allow_blocked: false,
        }),
      );
    },
  }),

  endpoint({
    name: 'cancelHostedEvent',
    route: 'DELETE /events/my/:id',
    auth: 'user',
    summary: 'Cancel an event that I host',
    description: `Its attendees are notified. Safe to repeat. ${HOST}`,
    params: IdParamsSchema,
    responses: { 200: EventDetailsSchema },
    async handle({ caller, params, trace }) {
      const userId = caller.user.id;
      await hostedEvents.cancel({ userId, eventId: params.id, trace });
      return ok(await events.find(params.id, userId));
    },
  }),
];
