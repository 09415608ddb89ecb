import type { ConferenceCopiesService } from '../../../services/programme/conference-copies.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import {
  ConferenceCopyInputSchema,
  ConferenceCopySchema,
} from '../../schemas/programme/conference-copies.schemas.ts';

export const conferenceCopyEndpoints = ({
  conferenceCopies,
}: {
  conferenceCopies: ConferenceCopiesService;
}) => [
  endpoint({
    name: 'duplicateConference',
    method: 'post',
    path: '/admin/conferences/:id/duplicate',
    auth: 'admin',
    scope: 'content:write',
    conferences: 'all',
    tag: 'Admin: conferences',
    summary: 'Duplicate a conference',
    description:
      'Creates a draft with the fields of the conference and the given parts. Times keep their local time, in its time zone. People, events and external ids are not copied, and nothing is published; codes are new, and secrets of quests are left out. The part `quests` needs `quests:write` besides.',
    params: IdParamsSchema,
    body: ConferenceCopyInputSchema,
    responses: { 201: ConferenceCopySchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    idempotent: true,
    async handle({ caller, params, body }) {
      return { status: 201, body: await conferenceCopies.duplicate(caller, params.id, body) };
    },
  }),
];
