import type { QuestsService } from '../../../services/quests/quests.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  ChangesQuerySchema,
  changingListOf,
  changingListReply,
} from '../../schemas/changes.schemas.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import { listOf, listReply, numbered, PageQuerySchema } from '../../schemas/pages.schemas.ts';
import { OwnProgressSchema } from '../../schemas/quests/participations.schemas.ts';
import {
  OwnQuestSchema,
  OwnQuestsQuerySchema,
  QuestDetailsSchema,
  QuestSchema,
  QuestsQuerySchema,
} from '../../schemas/quests/quests.schemas.ts';

const tag = 'Quests';

export const questEndpoints = ({ quests }: { quests: QuestsService }) => [
  endpoint({
    name: 'listQuests',
    method: 'get',
    path: '/quests',
    auth: 'public',
    tag,
    summary: 'List quests',
    description:
      'Running quests by default: featured ones first, then the latest start. Hidden quests are never listed.',
    query: QuestsQuerySchema,
    cachedUntil: ['conferences', 'quests'],
    responses: { 200: changingListOf(QuestSchema) },
    async handle({ query }) {
      return { status: 200, body: changingListReply(await quests.list(query, numbered(query))) };
    },
  }),

  endpoint({
    name: 'listFeaturedQuests',
    method: 'get',
    path: '/quests/featured',
    auth: 'public',
    tag,
    summary: 'List featured quests',
    description: 'Running quests that are featured, the latest start first.',
    query: PageQuerySchema.extend(ChangesQuerySchema.shape),
    cachedUntil: ['conferences', 'quests'],
    responses: { 200: changingListOf(QuestSchema) },
    async handle({ query }) {
      const { updated_since } = query;
      const filter = { state: 'running', is_featured: true, updated_since } as const;
      return { status: 200, body: changingListReply(await quests.list(filter, numbered(query))) };
    },
  }),

  endpoint({
    name: 'listMyQuests',
    method: 'get',
    path: '/quests/my',
    auth: 'user',
    tag,
    summary: 'List the quests I take part in or requested',
    description:
      'Includes ended and inactive quests, each with your progress, the latest activity first.',
    query: OwnQuestsQuerySchema,
    responses: { 200: listOf(OwnQuestSchema) },
    mayLag: true,
    async handle({ caller, query }) {
      const { status } = query;
      const page = await quests.listOf(caller.user, { status }, numbered(query));
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'getMyQuestProgress',
    method: 'get',
    path: '/quests/progress',
    auth: 'user',
    tag,
    summary: 'Get my progress in all quests',
    responses: { 200: OwnProgressSchema },
    async handle({ caller }) {
      return { status: 200, body: await quests.progressOf(caller.user) };
    },
  }),

  endpoint({
    name: 'getQuest',
    method: 'get',
    path: '/quests/:id',
    auth: 'optional',
    tag,
    summary: 'Get a quest with its tasks',
    description:
      'Signed-in callers get their progress too. A quest that is hidden or has not started is found only by its participants, and shows no tasks before it starts.',
    params: IdParamsSchema,
    responses: { 200: QuestDetailsSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params }) {
      return { status: 200, body: await quests.find(params.id, caller?.user) };
    },
  }),
];
