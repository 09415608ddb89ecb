import type { Event as EventRow } from '../../../domain/programme/events.ts';
import type { AttendancesService } from '../../../services/attendance/attendances.service.ts';
import type { EventsService } from '../../../services/programme/events.service.ts';
import { endpoint } from '../../endpoint.ts';
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

export const eventEndpoints = ({
  events,
  attendances,
}: {
  events: EventsService;
  attendances: AttendancesService<EventRow>;
}) => [
  endpoint({
    name: 'listEvents',
    method: 'get',
    path: '/events',
    auth: 'public',
    tag: 'Events',
    summary: 'List events',
    query: EventsQuerySchema,
    cachedUntil: ['conferences', 'event_seats', 'events'],
    responses: { 200: changingListOf(EventSchema) },
    async handle({ query }) {
      return { status: 200, body: changingListReply(await events.list(query, numbered(query))) };
    },
  }),

  endpoint({
    name: 'listMyEvents',
    method: 'get',
    path: '/events/my',
    auth: 'user',
    tag: 'Events',
    summary: 'List the events I attend, am waitlisted for or requested',
    query: MyEventsQuerySchema,
    responses: { 200: listOf(EventWithAttendanceSchema) },
    allowReplica: true,
    async handle({ caller, query }) {
      const page = await events.listOf(caller.user.id, query.when, numbered(query));
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'getEvent',
    method: 'get',
    path: '/events/:id',
    auth: 'optional',
    tag: 'Events',
    summary: 'Get an event',
    params: IdParamsSchema,
    cachedUntil: ['conferences', 'event_seats', 'events'],
    responses: { 200: EventDetailsSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params }) {
      return { status: 200, body: await events.find(params.id, caller?.user.id) };
    },
  }),

  endpoint({
    name: 'getEventBySlug',
    method: 'get',
    path: '/events/slug/:slug',
    auth: 'public',
    tag: 'Events',
    summary: 'Get an event by slug',
    params: SlugParamsSchema,
    cachedUntil: ['conferences', 'event_seats', 'events'],
    responses: { 200: EventDetailsSchema },
    errors: ['NOT_FOUND'],
    async handle({ params }) {
      return { status: 200, body: await events.findBySlug(params.slug) };
    },
  }),

  endpoint({
    name: 'attendEvent',
    method: 'post',
    path: '/events/attend',
    auth: 'user',
    tag: 'Attendance',
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

  endpoint({
    name: 'cancelAttendance',
    method: 'delete',
    path: '/events/:id/attend',
    auth: 'user',
    tag: 'Attendance',
    summary: 'Cancel my attendance at an event or leave its waitlist',
    params: IdParamsSchema,
    concurrency: ({ params }) => `event:${params.id}`,
    responses: { 200: AttendanceAnswerSchema },
    errors: ['NOT_FOUND', 'EVENT_ENDED', 'CONFLICT'],
    async handle({ caller, params }) {
      const answer = await attendances.cancel(caller.user.id, params.id);
      return { status: 200, body: { event_id: params.id, ...answer } };
    },
  }),

  endpoint({
    name: 'getMyEventAttendance',
    method: 'get',
    path: '/events/:id/attendance',
    auth: 'user',
    tag: 'Attendance',
    summary: 'Get my attendance at an event',
    params: IdParamsSchema,
    responses: { 200: AttendanceSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params }) {
      return { status: 200, body: await attendances.status(caller.user.id, params.id) };
    },
  }),
];
