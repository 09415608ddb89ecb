import type { QuestFunnelsService } from '../../../services/quests/admin-participations.service.ts';
import type { QuestDuplicatesService } from '../../../services/quests/quest-duplicates.service.ts';
import type { QuestTaskOrderService } from '../../../services/quests/quest-task-order.service.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import {
  OrderedTasksSchema,
  TaskOrderSchema,
} from '../../schemas/quests/admin-quest-tasks.schemas.ts';
import {
  AdminQuestWithTasksSchema,
  QuestDuplicateSchema,
  QuestFunnelSchema,
} from '../../schemas/quests/admin-quests.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: quests');

/** What concerns a quest as a whole, with its tasks. */
export const questOverviewEndpoints = ({
  questDuplicates,
  questFunnels,
  questTaskOrder,
}: {
  questDuplicates: QuestDuplicatesService;
  questFunnels: QuestFunnelsService;
  questTaskOrder: QuestTaskOrderService;
}) => [
  endpoint({
    name: 'duplicateQuest',
    route: 'POST /admin/quests/:id/duplicate',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ params, body }) => ({
      quest: params.id,
      conference: body.conference_id,
      event: body.event_id,
    }),
    summary: 'Create a copy of a quest',
    description:
      'The copy is inactive, and has the tasks and reminder templates of the quest, without participants. Its codes are new: `GET /admin/quests/:id/codes` shows them. It has no secret of signed calls until `POST /admin/quests/:id/rotate-secret`. A task for a seat at the conference or event of the quest asks for one at those of the copy.',
    params: IdParamsSchema,
    body: QuestDuplicateSchema,
    responses: { 201: AdminQuestWithTasksSchema },
    errors: ['CONFLICT'],
    idempotent: true,
    handle: async ({ caller, params, body }) =>
      created(await questDuplicates.duplicate(caller, params.id, body)),
  }),

  endpoint({
    name: 'getQuestFunnel',
    route: 'GET /admin/quests/:id/funnel',
    auth: 'admin',
    scope: 'quests:read',
    conferences: ({ params }) => ({ quest: params.id }),
    summary: 'Get how far the participants of a quest are',
    description:
      'Participants by status and, for each task, what they sent by its status. At most 5 seconds old.',
    params: IdParamsSchema,
    responses: { 200: QuestFunnelSchema },
    handle: async ({ params }) => ok(await questFunnels.find(params.id)),
  }),

  endpoint({
    name: 'orderQuestTasks',
    route: 'PUT /admin/quests/:id/tasks/order',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ params }) => ({ quest: params.id }),
    summary: 'Update the order of the tasks of a quest',
    description:
      'Names each task of the quest exactly once; otherwise 409, as after a task was added or deleted in the meantime. Raises the version of the tasks that move, not that of the quest.',
    params: IdParamsSchema,
    body: TaskOrderSchema,
    responses: { 200: OrderedTasksSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, body }) {
      const tasks = await questTaskOrder.update(caller, params.id, body.ids);
      return ok({ tasks: [...tasks] });
    },
  }),
];
