import { placesOf } from '../../../domain/quests/task-types/task-types.ts';
import type { AdminQuestTasksService } from '../../../services/quests/admin-quest-tasks.service.ts';
import type { QuestTasksService } from '../../../services/quests/quest-tasks.service.ts';
import { IdParamsSchema, inForms, stream } from '../../schemas/common.ts';
import {
  AdminQuestTaskSchema,
  CodeRotationSchema,
  CodesQuerySchema,
  EditedQuestTaskSchema,
  NewQuestTaskSchema,
  QuestCodesSchema,
  QuestDeletionQuerySchema,
  QuestDeletionSchema,
  QuestTaskChangeSchema,
  TaskCodeSchema,
} from '../../schemas/quests/admin-quest-tasks.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';
import { codesPage } from '../../uploads/printed-page.ts';

const endpoint = tagged('Admin: quests');

export const adminQuestTaskEndpoints = ({
  adminQuestTasks,
  questTasks,
}: {
  adminQuestTasks: AdminQuestTasksService;
  questTasks: QuestTasksService;
}) => [
  endpoint({
    name: 'createQuestTask',
    route: 'POST /admin/quests/:id/tasks',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ params, body }) => ({ quest: params.id, ...placesOf(body.config) }),
    summary: 'Create a task of a quest',
    description:
      'Codes and the correct options of a quiz are stored encrypted and never returned with the task. A quest that a user has completed stays completed.',
    params: IdParamsSchema,
    body: NewQuestTaskSchema,
    responses: { 201: AdminQuestTaskSchema },
    idempotent: true,
    handle: async ({ caller, params, body }) =>
      created(await adminQuestTasks.create(caller, params.id, body)),
  }),

  endpoint({
    name: 'updateQuestTask',
    route: 'PUT /admin/quests/tasks/:id',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ params, body }) => ({ quest_task: params.id, ...placesOf(body.config) }),
    summary: 'Update a task of a quest',
    description:
      'New `points` hold for everyone who has them: a worker corrects them, see `recalculation`. No completion is taken away. A new answer of a quiz gives everyone their tries back. Answers 409 for another type once something was sent, and for the removal of an option that has votes.',
    params: IdParamsSchema,
    body: QuestTaskChangeSchema,
    versioned: AdminQuestTaskSchema,
    responses: { 200: EditedQuestTaskSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, ifMatch, body }) {
      const target = { ...params, ifMatch };
      const { task, recalculation } = await adminQuestTasks.update(caller, target, body);
      return ok({ ...task, recalculation });
    },
  }),

  endpoint({
    name: 'deleteQuestTask',
    route: 'DELETE /admin/quests/tasks/:id',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ params }) => ({ quest_task: params.id }),
    summary: 'Delete a task of a quest',
    description:
      'Users keep its points and their history; with `points=take_back` a worker reverses them. Users who have all other tasks complete the quest and are notified.',
    params: IdParamsSchema,
    query: QuestDeletionQuerySchema,
    versioned: AdminQuestTaskSchema,
    responses: { 200: QuestDeletionSchema },
    async handle({ caller, params: { id }, ifMatch, query }) {
      const takesBack = query.points === 'take_back';
      const recalculation = await adminQuestTasks.delete(caller, { id, ifMatch }, { takesBack });
      return ok({ id, deleted: true, recalculation });
    },
  }),

  endpoint({
    name: 'rotateTaskCode',
    route: 'POST /admin/quests/tasks/:id/rotate-code',
    auth: 'admin',
    scope: 'quests:secrets',
    conferences: ({ params }) => ({ quest_task: params.id }),
    summary: 'Rotate the code of a task',
    description:
      'Generates a new code of 8 characters. The previous code stays valid for `grace_minutes`; older ones do not. Each call generates another code.',
    params: IdParamsSchema,
    body: CodeRotationSchema,
    responses: { 200: TaskCodeSchema },
    errors: ['CONFLICT'],
    holdsSecret: true,
    handle: async ({ caller, params, body }) =>
      ok(await questTasks.rotateCode(caller, params.id, body)),
  }),

  endpoint({
    name: 'listQuestCodes',
    route: 'GET /admin/quests/:id/codes',
    auth: 'admin',
    scope: 'quests:secrets',
    conferences: ({ params }) => ({ quest: params.id }),
    summary: 'List the codes of a quest for printing',
    description:
      'The code of each `code` task, with its link and QR code, as JSON or as a page to print. The audit log records it.',
    params: IdParamsSchema,
    query: CodesQuerySchema,
    responses: { 200: inForms(QuestCodesSchema, stream('text/html; charset=utf-8')) },
    holdsSecret: true,
    async handle({ caller, params, query: { format }, isHead }) {
      const codes = await questTasks.listCodes(caller, params.id, { audited: !isHead });
      return { status: 200, ...(format === 'html' ? codesPage(codes) : { body: codes }) };
    },
  }),
];
