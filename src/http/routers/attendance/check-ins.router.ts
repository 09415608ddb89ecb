import type { CheckInsService } from '../../../services/attendance/check-ins.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  CheckInRequestSchema,
  CheckInUndoingSchema,
  ConferenceCheckInSchema,
  ConferenceCheckInUndoneSchema,
  EventCheckInSchema,
  EventCheckInUndoneSchema,
} from '../../schemas/attendance/check-ins.schemas.ts';
import { ConferenceParamsSchema, IdParamsSchema } from '../../schemas/common.ts';

const description =
  'Works at any time, even before the start and after the end. Requires a seat. A second check-in of the same attendee answers `already_checked_in: true` and changes nothing.';
const undoDescription = 'The attendee keeps their seat. Safe to repeat.';

export const checkInEndpoints = ({
  eventCheckIns,
  conferenceCheckIns,
}: {
  eventCheckIns: CheckInsService;
  conferenceCheckIns: CheckInsService;
}) => [
  endpoint({
    name: 'checkInEventAttendee',
    method: 'post',
    path: '/admin/events/:id/check-in',
    auth: 'admin',
    tag: 'Admin: attendance',
    summary: 'Check in an attendee at an event',
    description,
    params: IdParamsSchema,
    body: CheckInRequestSchema,
    responses: { 200: EventCheckInSchema },
    errors: ['NOT_FOUND', 'CONFLICT', 'EVENT_CANCELLED'],
    async handle({ caller, params, body }) {
      return { status: 200, body: await eventCheckIns.checkIn(caller, params.id, body) };
    },
  }),

  endpoint({
    name: 'undoEventCheckIn',
    method: 'delete',
    path: '/admin/events/:id/check-in',
    auth: 'admin',
    tag: 'Admin: attendance',
    summary: 'Undo a check-in at an event',
    description: undoDescription,
    params: IdParamsSchema,
    body: CheckInUndoingSchema,
    responses: { 200: EventCheckInUndoneSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params, body }) {
      return { status: 200, body: await eventCheckIns.undo(caller, params.id, body) };
    },
  }),

  endpoint({
    name: 'checkInConferenceAttendee',
    method: 'post',
    path: '/admin/conferences/:conference_id/check-in',
    auth: 'admin',
    tag: 'Admin: attendance',
    summary: 'Check in an attendee at a conference',
    description: `${description} With \`claimed_by: username\`, compare the name with an identity card.`,
    params: ConferenceParamsSchema,
    body: CheckInRequestSchema,
    responses: { 200: ConferenceCheckInSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params, body }) {
      const answer = await conferenceCheckIns.checkIn(caller, params.conference_id, body);
      return { status: 200, body: answer };
    },
  }),

  endpoint({
    name: 'undoConferenceCheckIn',
    method: 'delete',
    path: '/admin/conferences/:conference_id/check-in',
    auth: 'admin',
    tag: 'Admin: attendance',
    summary: 'Undo a check-in at a conference',
    description: undoDescription,
    params: ConferenceParamsSchema,
    body: CheckInUndoingSchema,
    responses: { 200: ConferenceCheckInUndoneSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params, body }) {
      const answer = await conferenceCheckIns.undo(caller, params.conference_id, body);
      return { status: 200, body: answer };
    },
  }),
];
