import type { AdminQuestTasksService } from '../../../services/quests/admin-quest-tasks.service.ts';
import type { QuestDeletionsService } from '../../../services/quests/quest-deletions.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import {
  AdminQuestTaskSchema,
  EditedQuestTaskSchema,
  NewQuestTaskSchema,
  QuestDeletionQuerySchema,
  QuestDeletionSchema,
  QuestTaskChangeSchema,
} from '../../schemas/quests/admin-quest-tasks.schemas.ts';

const tag = 'Admin: quests';

export const adminQuestTaskEndpoints = ({
  adminQuestTasks,
  questDeletions,
}: {
  adminQuestTasks: AdminQuestTasksService;
  questDeletions: QuestDeletionsService;
}) => [
  endpoint({
    name: 'createQuestTask',
    method: 'post',
    path: '/admin/quests/:id/tasks',
    auth: 'admin',
    tag,
    summary: 'Create a task of a quest',
    description:
      'Codes and the correct options of a quiz are stored encrypted and never returned with the task. A quest that a user has completed stays completed.',
    params: IdParamsSchema,
    body: NewQuestTaskSchema,
    responses: { 201: AdminQuestTaskSchema },
    errors: ['NOT_FOUND'],
    idempotent: true,
    async handle({ caller, params, body }) {
      return { status: 201, body: await adminQuestTasks.create(caller, params.id, body) };
    },
  }),

  endpoint({
    name: 'updateQuestTask',
    method: 'put',
    path: '/admin/quests/tasks/:id',
    auth: 'admin',
    tag,
    summary: 'Update a task of a quest',
    description:
      'New `points` hold for everyone who has them: a worker corrects them, see `recalculation`. No completion is taken away. A new answer of a quiz gives everyone their tries back. Answers 409 for another type once something was sent, and for the removal of an option that has votes.',
    params: IdParamsSchema,
    body: QuestTaskChangeSchema,
    responses: { 200: EditedQuestTaskSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params, body }) {
      const { task, recalculation } = await adminQuestTasks.update(caller, params.id, body);
      return { status: 200, body: { ...task, recalculation } };
    },
  }),

  endpoint({
    name: 'deleteQuestTask',
    method: 'delete',
    path: '/admin/quests/tasks/:id',
    auth: 'admin',
    tag,
    summary: 'Delete a task of a quest',
    description:
      'Users keep its points and their history; with `points=take_back` a worker reverses them. Users who have everything else complete the quest and are notified.',
    params: IdParamsSchema,
    query: QuestDeletionQuerySchema,
    responses: { 200: QuestDeletionSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params: { id }, query }) {
      const takesBack = query.points === 'take_back';
      const recalculation = await questDeletions.deleteTask(caller, id, { takesBack });
      return { status: 200, body: { id, deleted: true, recalculation } };
    },
  }),
];
