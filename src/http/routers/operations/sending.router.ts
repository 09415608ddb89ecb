import type { SendingService } from '../../../services/operations/sending.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  SendingRequestSchema,
  SendingSchema,
  sendingReply,
} from '../../schemas/operations/sending.schemas.ts';

const tag = 'Admin: operations';

export const sendingEndpoints = ({ sending }: { sending: SendingService }) => [
  endpoint({
    name: 'getSending',
    method: 'get',
    path: '/admin/operations/sending',
    auth: 'admin',
    scope: 'operations:read',
    conferences: 'all',
    tag,
    summary: 'Get the state of the sending',
    responses: { 200: SendingSchema },
    async handle() {
      return { status: 200, body: sendingReply(await sending.status()) };
    },
  }),

  endpoint({
    name: 'setSending',
    method: 'put',
    path: '/admin/operations/sending',
    auth: 'admin',
    scope: 'operations:write',
    conferences: 'all',
    tag,
    summary: 'Update the sending of messages',
    description:
      'Pauses the messages of all processes, or resumes them within 5 s. Messages in flight still arrive, and the inbox is not affected. A repetition changes nothing.',
    body: SendingRequestSchema,
    responses: { 200: SendingSchema },
    async handle({ caller, body: { paused, ...pause } }) {
      const state = await sending.set(caller, paused ? pause : null);
      return { status: 200, body: sendingReply(state) };
    },
  }),
];
