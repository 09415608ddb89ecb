import type { QuestRemindersService } from '../../../services/quests/quest-reminders.service.ts';
import { DeletedSchema } from '../../schemas/common.ts';
import { BroadcastSchema } from '../../schemas/messaging/broadcasts.schemas.ts';
import {
  QuestParamsSchema,
  ReminderSchema,
  ReminderTemplateChangesSchema,
  ReminderTemplateInputSchema,
  ReminderTemplateSchema,
  ReminderTemplatesSchema,
  TemplateParamsSchema,
} from '../../schemas/quests/quest-reminders.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: quests');

export const questReminderEndpoints = ({
  questReminders,
}: {
  questReminders: QuestRemindersService;
}) => [
  endpoint({
    name: 'listReminderTemplates',
    route: 'GET /admin/quests/:questId/reminder-templates',
    auth: 'admin',
    scope: 'quests:read',
    conferences: ({ params }) => ({ quest: params.questId }),
    summary: 'List the reminder templates of a quest',
    description: 'Oldest first, all of them.',
    params: QuestParamsSchema,
    responses: { 200: ReminderTemplatesSchema },
    handle: async ({ params }) => ok({ templates: await questReminders.list(params.questId) }),
  }),

  endpoint({
    name: 'createReminderTemplate',
    route: 'POST /admin/quests/:questId/reminder-templates',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ params }) => ({ quest: params.questId }),
    summary: 'Create a reminder template',
    description:
      'The first template of a quest becomes its default. The audit log records it. `{{quest_title}}` and `{{quest_progress}}` are replaced for each recipient.',
    params: QuestParamsSchema,
    body: ReminderTemplateInputSchema,
    responses: { 201: ReminderTemplateSchema },
    idempotent: true,
    handle: async ({ caller, params, body }) =>
      created(await questReminders.create(caller, params.questId, body)),
  }),

  endpoint({
    name: 'getReminderTemplate',
    route: 'GET /admin/quests/:questId/reminder-templates/:templateId',
    auth: 'admin',
    scope: 'quests:read',
    conferences: ({ params }) => ({ quest: params.questId }),
    summary: 'Get a reminder template',
    params: TemplateParamsSchema,
    versioned: ReminderTemplateSchema,
    responses: { 200: ReminderTemplateSchema },
    handle: async ({ params }) => ok(await questReminders.get(params.questId, params.templateId)),
  }),

  endpoint({
    name: 'updateReminderTemplate',
    route: 'PUT /admin/quests/:questId/reminder-templates/:templateId',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ params }) => ({ quest: params.questId }),
    summary: 'Update a reminder template',
    description:
      'Changes the given fields. Reminders that are already scheduled keep their text. Safe to repeat.',
    params: TemplateParamsSchema,
    body: ReminderTemplateChangesSchema,
    versioned: ReminderTemplateSchema,
    responses: { 200: ReminderTemplateSchema },
    async handle({ caller, params: { questId, templateId: id }, ifMatch, body }) {
      const target = { questId, id, ifMatch };
      return ok(await questReminders.update(caller, target, body));
    },
  }),

  endpoint({
    name: 'deleteReminderTemplate',
    route: 'DELETE /admin/quests/:questId/reminder-templates/:templateId',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ params }) => ({ quest: params.questId }),
    summary: 'Delete a reminder template',
    description: 'The default can be deleted only as the last one.',
    params: TemplateParamsSchema,
    versioned: ReminderTemplateSchema,
    responses: { 200: DeletedSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params: { questId, templateId: id }, ifMatch }) {
      await questReminders.delete(caller, { questId, id, ifMatch });
      return ok({ id, deleted: true });
    },
  }),

  endpoint({
    name: 'setDefaultReminderTemplate',
    route: 'POST /admin/quests/:questId/reminder-templates/:templateId/set-default',
    auth: 'admin',
    scope: 'quests:write',
    conferences: ({ params }) => ({ quest: params.questId }),
    summary: 'Set the default reminder template',
    description: 'It replaces the former default. Safe to repeat.',
    params: TemplateParamsSchema,
    responses: { 200: ReminderTemplateSchema },
    handle: async ({ caller, params: { questId, templateId } }) =>
      ok(await questReminders.setDefault(caller, questId, templateId)),
  }),

  endpoint({
    name: 'sendQuestReminder',
    route: 'POST /admin/quests/:questId/send-reminder',
    auth: 'admin',
    scope: 'quests:remind',
    conferences: ({ params }) => ({ quest: params.questId }),
    summary: 'Send a reminder of a quest, now or at a time',
    description:
      'Creates a notification job of the type `quest_reminder`. It fails as `quest_over` if the quest is hidden or over when it starts. Users who are participants only by an unsigned call of the public quest API get none.',
    params: QuestParamsSchema,
    body: ReminderSchema,
    responses: { 201: BroadcastSchema },
    errors: ['NO_TEMPLATE'],
    idempotent: true,
    handle: async ({ caller, params, body }) =>
      created(await questReminders.send(caller, params.questId, body)),
  }),
];
