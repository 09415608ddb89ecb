import type { ParticipationsService } from '../../../services/quests/participations.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import { QuestProgressSchema } from '../../schemas/quests/participations.schemas.ts';

const tag = 'Quests';

export const participationEndpoints = ({
  participations,
}: {
  participations: ParticipationsService;
}) => [
  endpoint({
    name: 'startQuest',
    method: 'post',
    path: '/quests/:id/start',
    auth: 'user',
    tag,
    summary: 'Start a quest',
    description:
      'Takes a place where places are limited, and awards the automatic tasks that you already fulfill. Safe to repeat: a started quest returns 200.',
    params: IdParamsSchema,
    concurrency: ({ params }) => `quest:${params.id}`,
    responses: { 200: QuestProgressSchema, 201: QuestProgressSchema },
    errors: [
      'NOT_FOUND',
      'REGISTRATION_REQUIRED',
      'QUEST_INACTIVE',
      'QUEST_NOT_STARTED',
      'QUEST_ENDED',
      'QUEST_FULL',
    ],
    async handle({ caller, params }) {
      const { progress, created } = await participations.start(caller.user, params.id);
      return { status: created ? 201 : 200, body: progress };
    },
  }),
];
