import type { AdminQuestsService } from '../../../services/quests/admin-quests.service.ts';
import type { QuestSecretsService } from '../../../services/quests/quest-secrets.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';
import {
  QuestDeletionQuerySchema,
  QuestDeletionSchema,
} from '../../schemas/quests/admin-quest-tasks.schemas.ts';
import {
  AdminQuestsQuerySchema,
  AdminQuestWithTasksSchema,
  adminQuestPosition,
  FeaturedQuestsQuerySchema,
  IssuedSecretSchema,
  ListedQuestSchema,
  NewQuestSchema,
  QuestChangeSchema,
  QuestToggleSchema,
  SecretRotationSchema,
} from '../../schemas/quests/admin-quests.schemas.ts';

const tag = 'Admin: quests';
const pageOfQuests = largeListOf(ListedQuestSchema);

export const adminQuestEndpoints = ({
  adminQuests,
  questSecrets,
}: {
  adminQuests: AdminQuestsService;
  questSecrets: QuestSecretsService;
}) => [
  endpoint({
    name: 'listAdminQuests',
    method: 'get',
    path: '/admin/quests',
    auth: 'admin',
    scope: 'quests:read',
    conferences: 'filtered',
    tag,
    summary: 'List all quests',
    description:
      'Includes hidden quests, each with its counts: participants, pending submissions, completions. The newest come first.',
    query: AdminQuestsQuerySchema,
    responses: { 200: pageOfQuests },
    async handle({ caller: { conference_ids }, query }) {
      const request = pageRequest(query, adminQuestPosition(query));
      const page = await adminQuests.list({ ...query, conference_ids }, request);
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'listAdminFeaturedQuests',
    method: 'get',
    path: '/admin/quests/featured',
    auth: 'admin',
    scope: 'quests:read',
    conferences: 'filtered',
    tag,
    summary: 'List featured quests',
    description: 'Includes hidden quests. The newest come first.',
    query: FeaturedQuestsQuerySchema,
    responses: { 200: pageOfQuests },
    async handle({ caller: { conference_ids }, query }) {
      const page = await adminQuests.list(
        { sort: query.sort, is_featured: true, conference_ids },
        pageRequest(query, adminQuestPosition(query)),
      );
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'getAdminQuest',
    method: 'get',
    path: '/admin/quests/:id',
    auth: 'admin',
    scope: 'quests:read',
    conferences: ({ params }) => ({ quest: params.id }),
    tag,
    summary: 'Get a quest in any state, with its tasks',
    params: IdParamsSchema,
    versioned: AdminQuestWithTasksSchema,
    responses: { 200: AdminQuestWithTasksSchema },
    errors: ['NOT_FOUND'],
    async handle({ params }) {
      return { status: 200, body: await adminQuests.get(params.id) };
    },
  }),

  endpoint({
    name: 'createQuest',
    method: 'post',
    path: '/admin/quests',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ body }) => ({ conference: body.conference_id, event: body.event_id }),
    tag,
    summary: 'Create a quest',
    body: NewQuestSchema,
    responses: { 201: AdminQuestWithTasksSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    idempotent: true,
    async handle({ caller, body }) {
      return { status: 201, body: await adminQuests.create(caller, body) };
    },
  }),

  endpoint({
    name: 'updateQuest',
    method: 'put',
    path: '/admin/quests/:id',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ params, body }) => ({
      quest: params.id,
      conference: body.conference_id,
      event: body.event_id,
    }),
    tag,
    summary: 'Update a quest',
    description:
      'New `completion_points` hold for everyone who has completed the quest: a worker corrects their points, see `recalculation`. Answers 409 for fewer places than participants, and for another conference or event once a point was awarded.',
    params: IdParamsSchema,
    body: QuestChangeSchema,
    versioned: AdminQuestWithTasksSchema,
    responses: { 200: AdminQuestWithTasksSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params, ifMatch, body }) {
      return { status: 200, body: await adminQuests.update(caller, { ...params, ifMatch }, body) };
    },
  }),

  endpoint({
    name: 'toggleQuest',
    method: 'patch',
    path: '/admin/quests/:id/toggle-active',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ params }) => ({ quest: params.id }),
    tag,
    summary: 'Update whether a quest is active',
    description:
      'Without `is_active`, an active quest becomes inactive and the reverse. Points stay.',
    params: IdParamsSchema,
    body: QuestToggleSchema,
    versioned: AdminQuestWithTasksSchema,
    responses: { 200: AdminQuestWithTasksSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params, ifMatch, body }) {
      const target = { ...params, ifMatch };
      return { status: 200, body: await adminQuests.toggleActive(caller, target, body) };
    },
  }),

  endpoint({
    name: 'deleteQuest',
    method: 'delete',
    path: '/admin/quests/:id',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ params }) => ({ quest: params.id }),
    tag,
    summary: 'Delete a quest',
    description:
      'The quest is no longer visible. Users keep its points and their history; with `points=take_back` a worker reverses them.',
    params: IdParamsSchema,
    query: QuestDeletionQuerySchema,
    versioned: AdminQuestWithTasksSchema,
    responses: { 200: QuestDeletionSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params: { id }, ifMatch, query }) {
      const takesBack = query.points === 'take_back';
      const recalculation = await adminQuests.delete(caller, { id, ifMatch }, { takesBack });
      return { status: 200, body: { id, deleted: true, recalculation } };
    },
  }),

  endpoint({
    name: 'rotateQuestSecret',
    method: 'post',
    path: '/admin/quests/:id/rotate-secret',
    auth: 'admin',
    scope: 'quests:secrets',
    conferences: ({ params }) => ({ quest: params.id }),
    tag,
    summary: 'Rotate the secret of signed calls',
    description:
      'Answers the secret with which a partner signs calls of the public quest API; no later answer shows it. The previous secret stays valid for 24 hours, unless `revoke` is set.',
    params: IdParamsSchema,
    body: SecretRotationSchema,
    responses: { 200: IssuedSecretSchema },
    errors: ['NOT_FOUND'],
    holdsSecret: true,
    async handle({ caller, params, body }) {
      return { status: 200, body: await questSecrets.rotate(caller, params.id, body) };
    },
  }),
];
