import type { ConferenceReadinessService } from '../../../services/programme/conference-readiness.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import { ConferenceReadinessSchema } from '../../schemas/programme/conference-readiness.schemas.ts';

export const conferenceReadinessEndpoints = ({
  conferenceReadiness,
}: {
  conferenceReadiness: ConferenceReadinessService;
}) => [
  endpoint({
    name: 'getConferenceReadiness',
    method: 'get',
    path: '/admin/conferences/:id/readiness',
    auth: 'admin',
    scope: 'content:read',
    conferences: ({ params }) => ({ conference: params.id }),
    tag: 'Admin: conferences',
    summary: 'Get what is missing before a conference is published',
    description:
      'Errors come first. Quests need `quests:read` besides. A conference can be published with any finding.',
    params: IdParamsSchema,
    responses: { 200: ConferenceReadinessSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params }) {
      return { status: 200, body: await conferenceReadiness.get(caller, params.id) };
    },
  }),
];
