import type { SubmissionsService } from '../../../services/quests/submissions.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  TaskCompletionInputSchema,
  TaskCompletionSchema,
} from '../../schemas/quests/submissions.schemas.ts';

const tag = 'Quests';

export const submissionEndpoints = ({ submissions }: { submissions: SubmissionsService }) => [
  endpoint({
    name: 'completeTask',
    method: 'post',
    path: '/quests/tasks/complete',
    auth: 'user',
    tag,
    summary: 'Complete a task',
    description:
      'Sends the field that the type of the task takes, or nothing. The first completion starts the quest. Safe to repeat: a task that is approved or awaits review returns 200 and stays as it is. Wrong codes are limited to 10 in an hour for a task, and 60 for all tasks.',
    body: TaskCompletionInputSchema,
    concurrency: ({ body }) => `task:${body.task_id}`,
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
      const { completion, created } = await submissions.complete(caller.user, body);
      return { status: created ? 201 : 200, body: completion };
    },
  }),
];
