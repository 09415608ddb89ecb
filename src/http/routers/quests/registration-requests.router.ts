import type { RegistrationRequestsService } from '../../../services/quests/registration-requests.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import {
  RegistrationRequestInputSchema,
  RegistrationRequestSchema,
} from '../../schemas/quests/registration-requests.schemas.ts';

export const registrationRequestEndpoints = ({
  registrationRequests,
}: {
  registrationRequests: RegistrationRequestsService;
}) => [
  endpoint({
    name: 'requestQuestRegistration',
    method: 'post',
    path: '/quests/:id/request-registration',
    auth: 'user',
    tag: 'Quests',
    summary: 'Request to take part in a quest',
    description:
      'For quests whose `registration_mode` is `approval`. Takes no place until an administrator approves it. Safe to repeat: a pending or approved request returns 200.',
    params: IdParamsSchema,
    body: RegistrationRequestInputSchema,
    responses: { 200: RegistrationRequestSchema, 201: RegistrationRequestSchema },
    errors: ['NOT_FOUND', 'CONFLICT', 'QUEST_INACTIVE', 'QUEST_NOT_STARTED', 'QUEST_ENDED'],
    async handle({ caller, params, body: { message = null } }) {
      const { request, created } = await registrationRequests.request(
        caller.user,
        params.id,
        message,
      );
      return { status: created ? 201 : 200, body: request };
    },
  }),
];
