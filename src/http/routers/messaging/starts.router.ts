import type { StartsService } from '../../../services/messaging/starts.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  StartParamsSchema,
  StartSchema,
} from '../../schemas/messaging/start-parameters.schemas.ts';

export const startEndpoints = ({ starts }: { starts: StartsService }) => [
  endpoint({
    name: 'getStart',
    method: 'get',
    path: '/start/:parameter',
    auth: 'optional',
    tag: 'Notifications',
    summary: 'Get what a start parameter opens',
    description:
      'The parameter of a link into the mini app: the same answer as at sign-in. Changes nothing: it marks no notification as clicked, and connects, claims and completes nothing.',
    params: StartParamsSchema,
    responses: { 200: StartSchema },
    async handle({ caller, params }) {
      const start = await starts.find(params.parameter, caller?.user.id);
      return { status: 200, body: { start } };
    },
  }),
];
