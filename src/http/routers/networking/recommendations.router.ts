import type { RecommendationsService } from '../../../services/networking/recommendations.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import {
  DismissalSchema,
  RecommendationsQuerySchema,
  RecommendedUserSchema,
} from '../../schemas/networking/recommendations.schemas.ts';
import { listOf, listReply, numbered } from '../../schemas/pages.schemas.ts';

const tag = 'Users';

export const recommendationEndpoints = ({
  recommendations,
}: {
  recommendations: RecommendationsService;
}) => [
  endpoint({
    name: 'listRecommendedUsers',
    method: 'get',
    path: '/users/recommended',
    auth: 'user',
    tag,
    summary: 'List users I may want to meet',
    description:
      'At most 200 listed users, best first, each with reasons: matching offers and needs, and shared interests, events, conferences and connections. Leaves out users with whom you have a connection or a request, and those you dismissed. The order and the reasons are at most a minute old.',
    query: RecommendationsQuerySchema,
    responses: { 200: listOf(RecommendedUserSchema) },
    errors: ['NOT_FOUND'],
    readsPeople: true,
    allowReplica: true,
    async handle({ caller, query }) {
      const page = await recommendations.list(caller.user, query, numbered(query));
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'dismissRecommendedUser',
    method: 'post',
    path: '/users/recommended/:id/dismiss',
    auth: 'user',
    tag,
    summary: 'Dismiss a recommended user',
    description: 'The user is not recommended to you again until you undo it. Safe to repeat.',
    params: IdParamsSchema,
    responses: { 200: DismissalSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params }) {
      return { status: 200, body: await recommendations.dismiss(caller.user.id, params.id) };
    },
  }),

  endpoint({
    name: 'undoRecommendedUserDismissal',
    method: 'delete',
    path: '/users/recommended/:id/dismiss',
    auth: 'user',
    tag,
    summary: 'Undo the dismissal of a recommended user',
    description: 'The user can be recommended to you again. Safe to repeat.',
    params: IdParamsSchema,
    responses: { 200: DismissalSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params }) {
      return { status: 200, body: await recommendations.undoDismissal(caller.user.id, params.id) };
    },
  }),
];
