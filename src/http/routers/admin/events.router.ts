import type { AdminEventsService } from '../../../services/admin-events.service.ts';
import { endpoint } from '../../endpoint.ts';
import { Deleted, IdParams } from '../../schemas/common.ts';
import { Event, EventChange, NewEvent } from '../../schemas/events.schemas.ts';

const tag = 'Admin: events';

export const adminEventEndpoints = ({ adminEvents }: { adminEvents: AdminEventsService }) => [
  endpoint({
    method: 'post',
    path: '/admin/events',
    auth: 'admin',
    tag,
    summary: 'Create an event',
    body: NewEvent,
    responses: { 201: Event },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, body }) {
      return { status: 201, body: await adminEvents.create(caller, body) };
    },
  }),

  endpoint({
    method: 'put',
    path: '/admin/events/:id',
    auth: 'admin',
    tag,
    summary: 'Change or cancel an event',
    description:
      'A higher capacity moves waiting people up and notifies them. Fields of an imported event that are changed here are left alone by later imports.',
    params: IdParams,
    body: EventChange,
    responses: { 200: Event },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params, body }) {
      return { status: 200, body: await adminEvents.update(caller, params.id, body) };
    },
  }),

  endpoint({
    method: 'delete',
    path: '/admin/events/:id',
    auth: 'admin',
    tag,
    summary: 'Delete an event',
    description: 'An imported event that is deleted here is left out by later imports.',
    params: IdParams,
    responses: { 200: Deleted },
    errors: ['NOT_FOUND'],
    async handle({ caller, params }) {
      await adminEvents.delete(caller, params.id);
      return { status: 200, body: { id: params.id, deleted: true } };
    },
  }),
];
