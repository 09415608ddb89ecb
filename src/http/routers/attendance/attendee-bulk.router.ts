import type { Conference } from '../../../domain/programme/conferences.ts';
import type { Event } from '../../../domain/programme/events.ts';
import type { AttendeeBulkService } from '../../../services/attendance/attendee-bulk.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  AttendeesChangedSchema,
  ConferenceAttendeesChangeSchema,
  EventAttendeesChangeSchema,
} from '../../schemas/attendance/attendee-bulk.schemas.ts';
import { ConferenceParamsSchema, IdParamsSchema } from '../../schemas/common.ts';

const tag = 'Admin: attendance';
const DESCRIPTION =
  'Follows the rules of a change of one attendee, in one transaction. A refused id does not stop the others; its result has the code. Freed seats go to the next in the queue once all changes are made. Each user is notified at most once, unless `notify` is `false`. Safe to repeat.';

export const attendeeBulkEndpoints = ({
  eventBulk,
  conferenceBulk,
}: {
  eventBulk: AttendeeBulkService<Event>;
  conferenceBulk: AttendeeBulkService<Conference>;
}) => [
  endpoint({
    name: 'updateEventAttendees',
    method: 'post',
    path: '/admin/events/:id/attendees/bulk',
    auth: 'admin',
    scope: 'attendees:write',
    conferences: ({ params }) => ({ event: params.id }),
    namesUsersInside: true,
    tag,
    summary: 'Update or delete many attendees of an event',
    description: DESCRIPTION,
    params: IdParamsSchema,
    body: EventAttendeesChangeSchema,
    responses: { 200: AttendeesChangedSchema },
    errors: ['NOT_FOUND'],
    idempotent: true,
    async handle({ caller, params, body }) {
      return { status: 200, body: await eventBulk.change(caller, params.id, body) };
    },
  }),

  endpoint({
    name: 'updateConferenceAttendees',
    method: 'post',
    path: '/admin/conferences/:conference_id/attendees/bulk',
    auth: 'admin',
    scope: 'attendees:write',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    namesUsersInside: true,
    tag,
    summary: 'Update or delete many attendees and invitations of a conference',
    description: DESCRIPTION,
    params: ConferenceParamsSchema,
    body: ConferenceAttendeesChangeSchema,
    responses: { 200: AttendeesChangedSchema },
    errors: ['NOT_FOUND'],
    idempotent: true,
    async handle({ caller, params, body }) {
      const answer = await conferenceBulk.change(caller, params.conference_id, body);
      return { status: 200, body: answer };
    },
  }),
];
