import type { AdminQuestsService } from '../../../services/quests/admin-quests.service.ts';
import type { QuestSecretsService } from '../../../services/quests/quest-secrets.service.ts';
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
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: quests');

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
    route: 'GET /admin/quests',
    auth: 'admin',
    scope: 'quests:read',
    conferences: 'filtered',
    summary: 'List all quests',
    description:
      'Includes hidden quests, each with its counts: participants, pending submissions, completions. The newest come first.',
    query: AdminQuestsQuerySchema,
    responses: { 200: pageOfQuests },
    async handle({ caller: { conference_ids }, query }) {
      const request = pageRequest(query, adminQuestPosition(query));
      const page = await adminQuests.list({ ...query, conference_ids }, request);
      return ok(listReply(page));
    },
  }),

  endpoint({
    name: 'listAdminFeaturedQuests',
    route: 'GET /admin/quests/featured',
    auth: 'admin',
    scope: 'quests:read',
    conferences: 'filtered',
    summary: 'List featured quests',
    description: 'Includes hidden quests. The newest come first.',
    query: FeaturedQuestsQuerySchema,
    responses: { 200: pageOfQuests },
    handle: async ({ caller: { conference_ids }, query }) =>
      ok(
        listReply(
          await adminQuests.list(
            { sort: query.sort, is_featured: true, conference_ids },
            pageRequest(query, adminQuestPosition(query)),
          ),
        ),
      ),
  }),

  endpoint({
    name: 'getAdminQuest',
    route: 'GET /admin/quests/:id',
    auth: 'admin',
    scope: 'quests:read',
    conferences: ({ params }) => ({ quest: params.id }),
    summary: 'Get a quest in any state, with its tasks',
    params: IdParamsSchema,
    versioned: AdminQuestWithTasksSchema,
    responses: { 200: AdminQuestWithTasksSchema },
    handle: async ({ params }) => ok(await adminQuests.get(params.id)),
  }),

  endpoint({
    name: 'createQuest',
    route: 'POST /admin/quests',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ body }) => ({ conference: body.conference_id, event: body.event_id }),
    summary: 'Create a quest',
    body: NewQuestSchema,
    responses: { 201: AdminQuestWithTasksSchema },
    errors: ['CONFLICT'],
    idempotent: true,
    handle: async ({ caller, body }) => created(await adminQuests.create(caller, body)),
  }),

  endpoint({
    name: 'updateQuest',
    route: 'PUT /admin/quests/:id',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ params, body }) => ({
      quest: params.id,
      conference: body.conference_id,
      event: body.event_id,
    }),
    summary: 'Update a quest',
    description:
      'New `completion_points` hold for everyone who has completed the quest: a worker corrects their points, see `recalculation`. Answers 409 for fewer places than participants, and for another conference or event once a point was awarded.',
    params: IdParamsSchema,
    body: QuestChangeSchema,
    versioned: AdminQuestWithTasksSchema,
    responses: { 200: AdminQuestWithTasksSchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params, ifMatch, body }) =>
      ok(await adminQuests.update(caller, { ...params, ifMatch }, body)),
  }),

  endpoint({
    name: 'toggleQuest',
    route: 'PATCH /admin/quests/:id/toggle-active',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ params }) => ({ quest: params.id }),
    summary: 'Update whether a quest is active',
    description:
      'Without `is_active`, an active quest becomes inactive and the reverse. Points stay.',
    params: IdParamsSchema,
    body: QuestToggleSchema,
    versioned: AdminQuestWithTasksSchema,
    responses: { 200: AdminQuestWithTasksSchema },
    async handle({ caller, params, ifMatch, body }) {
      const target = { ...params, ifMatch };
      return ok(await adminQuests.toggleActive(caller, target, body));
    },
  }),

  endpoint({
    name: 'deleteQuest',
    route: 'DELETE /admin/quests/:id',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ params }) => ({ quest: params.id }),
    summary: 'Delete a quest',
    description:
      'The quest is no longer visible. Users keep its points and their history; with `points=take_back` a worker reverses them.',
    params: IdParamsSchema,
    query: QuestDeletionQuerySchema,
    versioned: AdminQuestWithTasksSchema,
    responses: { 200: QuestDeletionSchema },
    async handle({ caller, params: { id }, ifMatch, query }) {
      const takesBack = query.points === 'take_back';
      const recalculation = await adminQuests.delete(caller, { id, ifMatch }, { takesBack });
      return ok({ id, deleted: true, recalculation });
    },
  }),

  endpoint({
    name: 'rotateQuestSecret',
    route: 'POST /admin/quests/:id/rotate-secret',
    auth: 'admin',
    scope: 'quests:secrets',
    conferences: ({ params }) => ({ quest: params.id }),
    summary: 'Rotate the secret of signed calls',
    description:
      'Answers the secret with which a partner signs calls of the public quest API; no later answer shows it. The previous secret stays valid for 24 hours, unless `revoke` is set.',
    params: IdParamsSchema,
    body: SecretRotationSchema,
    responses: { 200: IssuedSecretSchema },
    holdsSecret: true,
    handle: async ({ caller, params, body }) =>
      ok(await questSecrets.rotate(caller, params.id, body)),
  }),
];
