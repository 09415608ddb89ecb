import type { CheckInsService } from '../../../services/attendance/check-ins.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  CheckInRequest,
  CheckInUndoing,
  ConferenceCheckIn,
  ConferenceCheckInUndone,
  EventCheckIn,
  EventCheckInUndone,
} from '../../schemas/attendance/check-ins.schemas.ts';
import { ConferenceParams, IdParams } from '../../schemas/common.ts';

const description =
  'At any time, also before it begins and when it is over. Only people with a seat are let in. For somebody who was let in before, `already_checked_in` is `true`.';
const undoDescription = 'They keep their seat.';

export const checkInEndpoints = ({
  eventCheckIns,
  conferenceCheckIns,
}: {
  eventCheckIns: CheckInsService;
  conferenceCheckIns: CheckInsService;
}) => [
  endpoint({
    method: 'post',
    path: '/admin/events/:id/check-in',
    auth: 'admin',
    tag: 'Admin: events',
    summary: 'Let a person in to an event',
    description,
    params: IdParams,
    body: CheckInRequest,
    responses: { 200: EventCheckIn },
    errors: ['NOT_FOUND', 'CONFLICT', 'EVENT_CANCELLED'],
    async handle({ caller, params, body }) {
      return { status: 200, body: await eventCheckIns.checkIn(caller, params.id, body) };
    },
  }),

  endpoint({
    method: 'delete',
    path: '/admin/events/:id/check-in',
    auth: 'admin',
    tag: 'Admin: events',
    summary: 'Take back that a person was let in to an event',
    description: undoDescription,
    params: IdParams,
    body: CheckInUndoing,
    responses: { 200: EventCheckInUndone },
    errors: ['NOT_FOUND'],
    async handle({ caller, params, body }) {
      return { status: 200, body: await eventCheckIns.undo(caller, params.id, body) };
    },
  }),

  endpoint({
    method: 'post',
    path: '/admin/conferences/:conference_id/check-in',
    auth: 'admin',
    tag: 'Admin: conferences',
    summary: 'Let a person in to a conference',
    description,
    params: ConferenceParams,
    body: CheckInRequest,
    responses: { 200: ConferenceCheckIn },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params, body }) {
      const answer = await conferenceCheckIns.checkIn(caller, params.conference_id, body);
      return { status: 200, body: answer };
    },
  }),

  endpoint({
    method: 'delete',
    path: '/admin/conferences/:conference_id/check-in',
    auth: 'admin',
    tag: 'Admin: conferences',
    summary: 'Take back that a person was let in to a conference',
    description: undoDescription,
    params: ConferenceParams,
    body: CheckInUndoing,
    responses: { 200: ConferenceCheckInUndone },
    errors: ['NOT_FOUND'],
    async handle({ caller, params, body }) {
      const answer = await conferenceCheckIns.undo(caller, params.conference_id, body);
      return { status: 200, body: answer };
    },
  }),
];
