import type { Event as EventRow } from '../../../domain/programme/events.ts';
import type { AttendancesService } from '../../../services/attendance/attendances.service.ts';
import type { EventsService } from '../../../services/programme/events.service.ts';
import {
  AttendanceAnswerSchema,
  AttendanceSchema,
  AttendRequestSchema,
} from '../../schemas/attendance/attendances.schemas.ts';
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
const attendanceEndpoint = tagged('Attendance');

export const eventEndpoints = ({
  events,
  attendances,
}: {
  events: EventsService;
  attendances: AttendancesService<EventRow>;
}) => [
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

  attendanceEndpoint({
    name: 'attendEvent',
    route: 'POST /events/attend',
    auth: 'user',
    summary: 'Attend an event or join its waitlist',
    description:
      'If the event is full, you join the waitlist: `status` is `waitlisted`, and you are notified when you are promoted. A repeated request changes nothing and answers 200.',
    body: AttendRequestSchema,
    concurrency: ({ body }) => `event:${body.event_id}`,
    responses: { 200: AttendanceAnswerSchema, 201: AttendanceAnswerSchema },
    errors: [
      'NOT_FOUND',
      'EVENT_CANCELLED',
      'EVENT_ENDED',
      'CONFERENCE_CANCELLED',
      'REGISTRATION_CLOSED',
      'REGISTRATION_REQUIRED',
    ],
    async handle({ caller, body }) {
      const { event_id } = body;
      const { answer, created } = await attendances.attend(caller.user.id, event_id);
      return { status: created ? 201 : 200, body: { event_id, ...answer } };
    },
  }),

  attendanceEndpoint({
    name: 'cancelAttendance',
    route: 'DELETE /events/:id/attend',
    auth: 'user',
    summary: 'Cancel my attendance at an event or leave its waitlist',
    params: IdParamsSchema,
    concurrency: ({ params }) => `event:${params.id}`,
    responses: { 200: AttendanceAnswerSchema },
    errors: ['EVENT_ENDED', 'CONFLICT'],
    async handle({ caller, params }) {
      const answer = await attendances.cancel(caller.user.id, params.id);
      return ok({ event_id: params.id, ...answer });
    },
  }),

  attendanceEndpoint({
    name: 'getMyEventAttendance',
    route: 'GET /events/:id/attendance',
    auth: 'user',
    summary: 'Get my attendance at an event',
    params: IdParamsSchema,
    responses: { 200: AttendanceSchema },
    handle: async ({ caller, params }) => ok(await attendances.status(caller.user.id, params.id)),
  }),
];
