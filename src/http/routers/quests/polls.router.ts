import type { PollsService } from '../../../services/quests/polls.service.ts';
import { endpoint } from '../../endpoint.ts';
import { PollParamsSchema, PollResultsSchema } from '../../schemas/quests/polls.schemas.ts';

const tag = 'Quests';

export const pollEndpoints = ({ polls }: { polls: PollsService }) => [
  endpoint({
    name: 'getPollResults',
    method: 'get',
    path: '/quests/tasks/:task_id/poll-results',
    auth: 'optional',
    tag,
    summary: 'Get the results of a poll',
    description:
      'The counts are at most 1 second old. `results` in the config of the task decides who sees them: everyone, users who voted, or everyone once the task or the quest has ended.',
    params: PollParamsSchema,
    responses: { 200: PollResultsSchema },
    errors: ['NOT_FOUND', 'FORBIDDEN'],
    async handle({ caller, params }) {
      return { status: 200, body: await polls.find(params.task_id, caller?.user) };
    },
  }),
];
