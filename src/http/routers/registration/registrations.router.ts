import type { Conference } from '../../../domain/programme/conferences.ts';
import type { Event } from '../../../domain/programme/events.ts';
import type { AttendancesService } from '../../../services/attendance/attendances.service.ts';
import type {
  AdmissionResult,
  AdmissionsService,
} from '../../../services/registration/admissions.service.ts';
import type { FormsService } from '../../../services/registration/forms.service.ts';
import type { TicketTypeChoicesService } from '../../../services/registration/ticket-type-choices.service.ts';
import type { TransfersService } from '../../../services/registration/transfers.service.ts';
import {
  AttendanceAnswerSchema,
  RegistrationAnswerSchema,
} from '../../schemas/attendance/attendances.schemas.ts';
import { ConferenceParamsSchema, IdParamsSchema } from '../../schemas/common.ts';
import {
  AttendOutcomeSchema,
  AttendRequestSchema,
  OwnAttendanceSchema,
  OwnRegistrationSchema,
  RegistrationOutcomeSchema,
  RegistrationWishSchema,
  RequestedSchema,
} from '../../schemas/registration/registrations.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Attendance');

/** 202 for a request that waits for the organizers. */
const admissionReply = <Of extends { event_id: number } | { conference_id: number }>(
  of: Of,
  result: AdmissionResult,
) => {
  if ('answer' in result)
    return {
      status: result.created ? (201 as const) : (200 as const),
      body: { ...of, ...result.answer },
    };
  const body = { status: 'requested' as const, request_id: result.request.id };
  return { status: result.created ? (202 as const) : (200 as const), body };
};

export const registrationEndpoints = ({
  attendances,
  registrations,
  eventAdmissions,
  conferenceAdmissions,
  eventForms,
  conferenceForms,
  typeChoices,
  transfers,
}: {
  attendances: AttendancesService<Event>;
  registrations: AttendancesService<Conference>;
  eventAdmissions: AdmissionsService<Event>;
  conferenceAdmissions: AdmissionsService<Conference>;
  eventForms: FormsService<Event>;
  conferenceForms: FormsService<Conference>;
  typeChoices: TicketTypeChoicesService;
  transfers: TransfersService;
}) => [
  endpoint({
    name: 'attendEvent',
    route: 'POST /events/attend',
    auth: 'user',
    summary: 'Attend an event or join its waitlist',
    description:
      'If the event is full, you join the waitlist: `status` is `waitlisted`, and you are notified when you are promoted. A repeated request changes nothing and answers 200. Where organizers decide who comes (`registration_state` is `approval`), it makes a request: 202, and 200 if it waits already.',
    body: AttendRequestSchema,
    concurrency: ({ body }) => `event:${body.event_id}`,
    responses: {
      200: AttendOutcomeSchema,
      201: AttendanceAnswerSchema,
      202: RequestedSchema,
    },
    errors: [
      'NOT_FOUND',
      'ANSWERS_REQUIRED',
      'EVENT_CANCELLED',
      'EVENT_ENDED',
      'EVENT_FULL',
      'CONFERENCE_CANCELLED',
      'REGISTRATION_CLOSED',
      'REGISTRATION_REQUIRED',
      'REQUEST_DECLINED',
      'TOO_MANY_PENDING',
    ],
    handle: async ({ caller, body: { event_id, ...wish } }) =>
      admissionReply({ event_id }, await eventAdmissions.attend(caller.user.id, event_id, wish)),
  }),

  endpoint({
    name: 'cancelAttendance',
    route: 'DELETE /events/:id/attend',
    auth: 'user',
    summary: 'Cancel my attendance at an event, leave its waitlist or withdraw my request',
    params: IdParamsSchema,
    concurrency: ({ params }) => `event:${params.id}`,
    responses: { 200: AttendanceAnswerSchema },
    errors: ['EVENT_ENDED', 'CONFLICT'],
    async handle({ caller, params }) {
      const answer = await eventAdmissions.cancel(caller.user.id, params.id);
      return ok({ event_id: params.id, ...answer });
    },
  }),

  endpoint({
    name: 'getMyEventAttendance',
    route: 'GET /events/:id/attendance',
    auth: 'user',
    summary: 'Get my attendance at an event',
    params: IdParamsSchema,
    responses: { 200: OwnAttendanceSchema },
    async handle({ caller: { user }, params: { id } }) {
      const attendance = await attendances.status(user.id, id);
      return ok(await eventForms.withAnswers(user.id, id, attendance));
    },
  }),

  endpoint({
    name: 'registerForConference',
    route: 'POST /conferences/:conference_id/register',
    auth: 'user',
    summary: 'Register for a conference or join its waitlist',
    description:
      'If the conference is full, you join the waitlist: `status` is `waitlisted`, and you are notified when you are promoted. A repeated request changes nothing and answers 200. Where organizers decide who comes (`registration_state` is `approval`), it makes a request: 202, and 200 if it waits already. Where the conference has `ticket_types`, you choose one, unless exactly one takes people; `access_code` opens hidden ones. Wrong codes have the limits of wrong claims.',
    params: ConferenceParamsSchema,
    body: RegistrationWishSchema,
    concurrency: ({ params }) => `conference:${params.conference_id}`,
    responses: {
      200: RegistrationOutcomeSchema,
      201: RegistrationAnswerSchema,
      202: RequestedSchema,
    },
    errors: [
      'ANSWERS_REQUIRED',
      'CONFERENCE_ENDED',
      'CONFERENCE_CANCELLED',
      'CONFERENCE_FULL',
      'TICKET_TYPE_FULL',
      'TICKET_TYPE_REQUIRED',
      'CONFLICT',
      'GUEST_LIMIT',
      'REGISTRATION_CLOSED',
      'REQUEST_DECLINED',
      'TOO_MANY_PENDING',
    ],
    async handle({ caller, params: { conference_id }, body, address }) {
      const claimant = { user: caller.user, address };
      const wish = { conferenceId: conference_id, wish: body };
      const result = await typeChoices.counted(claimant, wish, () =>
        conferenceAdmissions.attend(caller.user.id, conference_id, body),
      );
      return admissionReply({ conference_id }, result);
    },
  }),

  endpoint({
    name: 'cancelRegistration',
    route: 'DELETE /conferences/:conference_id/register',
    auth: 'user',
    summary: 'Cancel my registration for a conference, leave its waitlist or withdraw my request',
    params: ConferenceParamsSchema,
    concurrency: ({ params }) => `conference:${params.conference_id}`,
    responses: { 200: RegistrationAnswerSchema },
    errors: ['CONFERENCE_ENDED', 'CONFLICT'],
    async handle({ caller, params }) {
      const answer = await conferenceAdmissions.cancel(caller.user.id, params.conference_id);
      return ok({ conference_id: params.conference_id, ...answer });
    },
  }),

  endpoint({
    name: 'getMyConferenceAttendance',
    route: 'GET /conferences/:conference_id/attendance',
    auth: 'user',
    summary: 'Get my attendance at a conference',
    params: ConferenceParamsSchema,
    responses: { 200: OwnRegistrationSchema },
    async handle({ caller, params }) {
      const of = { userId: caller.user.id, conferenceId: params.conference_id };
      const registration = await registrations.status(of.userId, of.conferenceId);
      const isGone = registration.status === 'none' || registration.status === 'cancelled';
      const transfer = isGone ? await transfers.find(of) : undefined;
      const shown = { ...registration, ...(transfer && { status: 'none' as const, transfer }) };
      return ok(await conferenceForms.withAnswers(of.userId, of.conferenceId, shown));
    },
  }),
];
