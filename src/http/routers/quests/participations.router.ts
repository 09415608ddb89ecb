import type { ParticipationsService } from '../../../services/quests/participations.service.ts';
import type { TaskCompletionsService } from '../../../services/quests/task-completions.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import {
  QuestProgressSchema,
  TaskCompletionInputSchema,
  TaskCompletionSchema,
} from '../../schemas/quests/progress.schemas.ts';

const tag = 'Quests';

export const participationEndpoints = ({
  participations,
  taskCompletions,
}: {
  participations: ParticipationsService;
  taskCompletions: TaskCompletionsService;
}) => [
  endpoint({
    name: 'startQuest',
    method: 'post',
    path: '/quests/:id/start',
    auth: 'user',
    tag,
    summary: 'Start a quest',
    description:
      'Takes a place where places are limited, and awards the automatic tasks that you fulfil already. Safe to repeat: a started quest returns 200.',
    params: IdParamsSchema,
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

  endpoint({
    name: 'completeTask',
    method: 'post',
    path: '/quests/tasks/complete',
    auth: 'user',
    tag,
    summary: 'Complete a task',
    description:
      'Sends what the type of the task takes, or nothing. The first completion starts the quest. Safe to repeat: a task that is approved or awaits review returns 200 and stays as it is. Wrong codes are limited to 10 in an hour for a task, and 60 for all tasks.',
    body: TaskCompletionInputSchema,
    responses: { 200: TaskCompletionSchema, 201: TaskCompletionSchema },
    errors: [
      'NOT_FOUND',
      'WRONG_ANSWER',
      'REGISTRATION_REQUIRED',
      'CONFLICT',
      'QUEST_INACTIVE',
      'QUEST_NOT_STARTED',
      'QUEST_ENDED',
      'QUEST_FULL',
      'TASK_CLOSED',
      'TASK_NOT_FULFILLED',
      'NO_TRIES_LEFT',
      'MEDIA_IN_USE',
      'RATE_LIMITED',
    ],
    async handle({ caller, body }) {
      const { completion, created } = await taskCompletions.complete(caller.user, body);
      return { status: created ? 201 : 200, body: completion };
    },
  }),
];
