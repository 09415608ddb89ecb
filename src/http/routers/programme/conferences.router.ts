import type { Conference as ConferenceRow } from '../../../domain/programme/conferences.ts';
import type { AttendancesService } from '../../../services/attendance/attendances.service.ts';
import type { ConferencesService } from '../../../services/programme/conferences.service.ts';
import {
  RegistrationAnswerSchema,
  RegistrationSchema,
} from '../../schemas/attendance/attendances.schemas.ts';
import { changingListOf, changingListReply } from '../../schemas/changes.schemas.ts';
import { ConferenceParamsSchema, IdParamsSchema, SlugParamsSchema } from '../../schemas/common.ts';
import { numbered } from '../../schemas/pages.schemas.ts';
import {
  ConferenceDetailsSchema,
  ConferenceSchema,
  ConferencesQuerySchema,
} from '../../schemas/programme/conferences.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Conferences');
const attendanceEndpoint = tagged('Attendance');

export const conferenceEndpoints = ({
  conferences,
  registrations,
}: {
  conferences: ConferencesService;
  registrations: AttendancesService<ConferenceRow>;
}) => [
  endpoint({
    name: 'listConferences',
    route: 'GET /conferences',
    auth: 'public',
    summary: 'List conferences',
    query: ConferencesQuerySchema,
    cachedUntil: ['conference_seats', 'conferences', 'events'],
    responses: { 200: changingListOf(ConferenceSchema) },
    handle: async ({ query }) =>
      ok(changingListReply(await conferences.list(query, numbered(query)))),
  }),

  endpoint({
    name: 'getConference',
    route: 'GET /conferences/:id',
    auth: 'public',
    summary: 'Get a conference',
    params: IdParamsSchema,
    cachedUntil: ['conference_seats', 'conferences', 'events'],
    responses: { 200: ConferenceDetailsSchema },
    handle: async ({ params }) => ok(await conferences.find({ id: params.id })),
  }),

  endpoint({
    name: 'getConferenceBySlug',
    route: 'GET /conferences/slug/:slug',
    auth: 'public',
    summary: 'Get a conference by slug',
    params: SlugParamsSchema,
    cachedUntil: ['conference_seats', 'conferences', 'events'],
    responses: { 200: ConferenceDetailsSchema },
    handle: async ({ params }) => ok(await conferences.find({ slug: params.slug })),
  }),

  attendanceEndpoint({
    name: 'registerForConference',
    route: 'POST /conferences/:conference_id/register',
    auth: 'user',
    summary: 'Register for a conference or join its waitlist',
    description:
      'If the conference is full, you join the waitlist: `status` is `waitlisted`, and you are notified when you are promoted. A repeated request changes nothing and answers 200.',
    params: ConferenceParamsSchema,
    concurrency: ({ params }) => `conference:${params.conference_id}`,
    responses: { 200: RegistrationAnswerSchema, 201: RegistrationAnswerSchema },
    errors: ['CONFERENCE_ENDED', 'CONFERENCE_CANCELLED', 'REGISTRATION_CLOSED'],
    async handle({ caller, params }) {
      const { conference_id } = params;
      const { answer, created } = await registrations.attend(caller.user.id, conference_id);
      return { status: created ? 201 : 200, body: { conference_id, ...answer } };
    },
  }),

  attendanceEndpoint({
    name: 'cancelRegistration',
    route: 'DELETE /conferences/:conference_id/register',
    auth: 'user',
    summary: 'Cancel my registration for a conference or leave its waitlist',
    params: ConferenceParamsSchema,
    concurrency: ({ params }) => `conference:${params.conference_id}`,
    responses: { 200: RegistrationAnswerSchema },
    errors: ['CONFERENCE_ENDED', 'CONFLICT'],
    async handle({ caller, params }) {
      const answer = await registrations.cancel(caller.user.id, params.conference_id);
      return ok({ conference_id: params.conference_id, ...answer });
    },
  }),

  attendanceEndpoint({
    name: 'getMyConferenceAttendance',
    route: 'GET /conferences/:conference_id/attendance',
    auth: 'user',
    summary: 'Get my attendance at a conference',
    params: ConferenceParamsSchema,
    responses: { 200: RegistrationSchema },
    handle: async ({ caller, params }) =>
      ok(await registrations.status(caller.user.id, params.conference_id)),
  }),
];
