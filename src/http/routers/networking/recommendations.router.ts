import type { RecommendationsService } from '../../../services/networking/recommendations.service.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import {
  DismissalSchema,
  RecommendationsQuerySchema,
  RecommendedUserSchema,
} from '../../schemas/networking/recommendations.schemas.ts';
import { listOf, listReply, numbered } from '../../schemas/pages.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Users');

export const recommendationEndpoints = ({
  recommendations,
}: {
  recommendations: RecommendationsService;
}) => [
  endpoint({
    name: 'listRecommendedUsers',
    route: 'GET /users/recommended',
    auth: 'user',
    summary: 'List users I may want to meet',
    description:
      'At most 200 listed users, best first, each with reasons: matching offers and needs, and shared interests, events, conferences and connections. Leaves out users with whom you have a connection or a request, and those you dismissed. The order and the reasons are at most a minute old.',
    query: RecommendationsQuerySchema,
    responses: { 200: listOf(RecommendedUserSchema) },
    errors: ['NOT_FOUND'],
    readsPeople: true,
    allowReplica: true,
    handle: async ({ caller, query }) =>
      ok(listReply(await recommendations.list(caller.user, query, numbered(query)))),
  }),

  endpoint({
    name: 'dismissRecommendedUser',
    route: 'POST /users/recommended/:id/dismiss',
    auth: 'user',
    summary: 'Dismiss a recommended user',
    description: 'The user is not recommended to you again until you undo it. Safe to repeat.',
    params: IdParamsSchema,
    responses: { 200: DismissalSchema },
    handle: async ({ caller, params }) =>
      ok(await recommendations.dismiss(caller.user.id, params.id)),
  }),

  endpoint({
    name: 'undoRecommendedUserDismissal',
    route: 'DELETE /users/recommended/:id/dismiss',
    auth: 'user',
    summary: 'Undo the dismissal of a recommended user',
    description: 'The user can be recommended to you again. Safe to repeat.',
    params: IdParamsSchema,
    responses: { 200: DismissalSchema },
    handle: async ({ caller, params }) =>
      ok(await recommendations.undoDismissal(caller.user.id, params.id)),
  }),
];
