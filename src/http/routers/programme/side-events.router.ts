import type { SideEventsService } from '../../../services/programme/side-events.service.ts';
import { endpoint } from '../../endpoint.ts';
import { DeletedSchema, IdParamsSchema } from '../../schemas/common.ts';
import { EventSchema } from '../../schemas/programme/events.schemas.ts';
import {
  SideEventChangeSchema,
  SideEventRequestSchema,
} from '../../schemas/programme/side-events.schemas.ts';

export const sideEventEndpoints = ({ sideEvents }: { sideEvents: SideEventsService }) => [
  endpoint({
    name: 'requestSideEvent',
    method: 'post',
    path: '/events/side-event-request',
    auth: 'user',
    tag: 'Events',
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

  endpoint({
    name: 'updateSideEventRequest',
    method: 'patch',
    path: '/events/side-event-request/:id',
    auth: 'user',
    tag: 'Events',
    summary: 'Update my pending side-event request',
    description: 'Only until an administrator approves or rejects it.',
    params: IdParamsSchema,
    body: SideEventChangeSchema,
    responses: { 200: EventSchema },
    errors: ['NOT_FOUND', 'CONFLICT', 'CONFERENCE_CANCELLED', 'REGISTRATION_CLOSED'],
    async handle({ caller, params, body }) {
      return { status: 200, body: await sideEvents.update(caller.user.id, params.id, body) };
    },
  }),

  endpoint({
    name: 'deleteSideEventRequest',
    method: 'delete',
    path: '/events/side-event-request/:id',
    auth: 'user',
    tag: 'Events',
    summary: 'Delete my pending side-event request',
    description: 'Only until an administrator approves or rejects it.',
    params: IdParamsSchema,
    responses: { 200: DeletedSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params: { id } }) {
      await sideEvents.delete(caller.user.id, id);
      return { status: 200, body: { id, deleted: true } };
    },
  }),
];
