import type { ParticipationsService } from '../../../services/quests/participations.service.ts';
import type { PollsService } from '../../../services/quests/polls.service.ts';
import type { QuestsService } from '../../../services/quests/quests.service.ts';
import type { RegistrationRequestsService } from '../../../services/quests/registration-requests.service.ts';
import type { SubmissionsService } from '../../../services/quests/submissions.service.ts';
import {
  ChangesQuerySchema,
  changingListOf,
  changingListReply,
} from '../../schemas/changes.schemas.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import { listOf, listReply, numbered, PageQuerySchema } from '../../schemas/pages.schemas.ts';
import {
  OwnProgressSchema,
  QuestProgressSchema,
} from '../../schemas/quests/participations.schemas.ts';
import {
  OwnQuestSchema,
  OwnQuestsQuerySchema,
  PollParamsSchema,
  PollResultsSchema,
  QuestDetailsSchema,
  QuestSchema,
  QuestsQuerySchema,
} from '../../schemas/quests/quests.schemas.ts';
import {
  RegistrationRequestInputSchema,
  RegistrationRequestSchema,
} from '../../schemas/quests/registration-requests.schemas.ts';
import {
  TaskCompletionInputSchema,
  TaskCompletionSchema,
} from '../../schemas/quests/submissions.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Quests');

export const questEndpoints = ({ quests }: { quests: QuestsService }) => [
  endpoint({
    name: 'listQuests',
    route: 'GET /quests',
    auth: 'public',
    summary: 'List quests',
    description:
      'Running quests by default: featured ones first, then the latest start. Hidden quests are never listed.',
    query: QuestsQuerySchema,
    cachedUntil: ['conferences', 'quests'],
    responses: { 200: changingListOf(QuestSchema) },
    handle: async ({ query }) => ok(changingListReply(await quests.list(query, numbered(query)))),
  }),

  endpoint({
    name: 'listFeaturedQuests',
    route: 'GET /quests/featured',
    auth: 'public',
    summary: 'List featured quests',
    description: 'Running quests that are featured, the latest start first.',
    query: PageQuerySchema.extend(ChangesQuerySchema.shape),
    cachedUntil: ['conferences', 'quests'],
    responses: { 200: changingListOf(QuestSchema) },
    async handle({ query }) {
      const { updated_since } = query;
      const filter = { state: 'running', is_featured: true, updated_since } as const;
      return ok(changingListReply(await quests.list(filter, numbered(query))));
    },
  }),

  endpoint({
    name: 'listMyQuests',
    route: 'GET /quests/my',
    auth: 'user',
    summary: 'List the quests I take part in or requested',
    description:
      'Includes ended and inactive quests, each with your progress, the latest activity first.',
    query: OwnQuestsQuerySchema,
    responses: { 200: listOf(OwnQuestSchema) },
    allowReplica: true,
    async handle({ caller, query }) {
      const { status } = query;
      const page = await quests.listOf(caller.user, { status }, numbered(query));
      return ok(listReply(page));
    },
  }),

  endpoint({
    name: 'getMyQuestProgress',
    route: 'GET /quests/progress',
    auth: 'user',
    summary: 'Get my progress in all quests',
    responses: { 200: OwnProgressSchema },
    handle: async ({ caller }) => ok(await quests.progressOf(caller.user)),
  }),

  endpoint({
    name: 'getQuest',
    route: 'GET /quests/:id',
    auth: 'optional',
    summary: 'Get a quest with its tasks',
    description:
      'Signed-in callers get their progress too. A quest that is hidden or has not started is found only by its participants, and shows no tasks before it starts.',
    params: IdParamsSchema,
    responses: { 200: QuestDetailsSchema },
    handle: async ({ caller, params }) => ok(await quests.find(params.id, caller?.user)),
  }),
];

export const participationEndpoints = ({
  participations,
}: {
  participations: ParticipationsService;
}) => [
  endpoint({
    name: 'startQuest',
    route: 'POST /quests/:id/start',
    auth: 'user',
    summary: 'Start a quest',
    description:
      'Takes a place where places are limited, and awards the automatic tasks that you already fulfill. Safe to repeat: a started quest returns 200.',
    params: IdParamsSchema,
    concurrency: ({ params }) => `quest:${params.id}`,
    responses: { 200: QuestProgressSchema, 201: QuestProgressSchema },
    errors: [
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

export const registrationRequestEndpoints = ({
  registrationRequests,
}: {
  registrationRequests: RegistrationRequestsService;
}) => [
  endpoint({
    name: 'requestQuestRegistration',
    route: 'POST /quests/:id/request-registration',
    auth: 'user',
    summary: 'Request to take part in a quest',
    description:
      'For quests whose `registration_mode` is `approval`. Takes no place until an administrator approves it. Safe to repeat: a pending or approved request returns 200.',
    params: IdParamsSchema,
    body: RegistrationRequestInputSchema,
    responses: { 200: RegistrationRequestSchema, 201: RegistrationRequestSchema },
    errors: ['CONFLICT', 'QUEST_INACTIVE', 'QUEST_NOT_STARTED', 'QUEST_ENDED'],
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

export const submissionEndpoints = ({ submissions }: { submissions: SubmissionsService }) => [
  endpoint({
    name: 'completeTask',
    route: 'POST /quests/tasks/complete',
    auth: 'user',
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

export const pollEndpoints = ({ polls }: { polls: PollsService }) => [
  endpoint({
    name: 'getPollResults',
    route: 'GET /quests/tasks/:task_id/poll-results',
    auth: 'optional',
    summary: 'Get the results of a poll',
    description:
      'The counts are at most 1 second old. `results` in the config of the task decides who sees them: everyone, users who voted, or everyone once the task or the quest has ended.',
    params: PollParamsSchema,
    responses: { 200: PollResultsSchema },
    errors: ['FORBIDDEN'],
    handle: async ({ caller, params }) => ok(await polls.find(params.task_id, caller?.user)),
  }),
];
