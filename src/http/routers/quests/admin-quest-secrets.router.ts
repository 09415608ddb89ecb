import type { QuestSecretsService } from '../../../services/quests/quest-secrets.service.ts';
import type { TaskCodesService } from '../../../services/quests/task-codes.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema, inForms, stream } from '../../schemas/common.ts';
import {
  CodeRotationSchema,
  CodesQuerySchema,
  IssuedSecretSchema,
  QuestCodesSchema,
  SecretRotationSchema,
  TaskCodeSchema,
} from '../../schemas/quests/quest-secrets.schemas.ts';
import { codesPage } from '../../uploads/codes-page.ts';

const tag = 'Admin: quests';

export const adminQuestSecretEndpoints = ({
  taskCodes,
  questSecrets,
}: {
  taskCodes: TaskCodesService;
  questSecrets: QuestSecretsService;
}) => [
  endpoint({
    name: 'rotateTaskCode',
    method: 'post',
    path: '/admin/quests/tasks/:id/rotate-code',
    auth: 'admin',
    tag,
    summary: 'Rotate the code of a task',
    description:
      'Makes a new code of 8 characters. The one before stays valid for `grace_minutes`; older ones do not. Each call makes another code.',
    params: IdParamsSchema,
    body: CodeRotationSchema,
    responses: { 200: TaskCodeSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    holdsSecret: true,
    async handle({ caller, params, body }) {
      return { status: 200, body: await taskCodes.rotate(caller, params.id, body) };
    },
  }),

  endpoint({
    name: 'listQuestCodes',
    method: 'get',
    path: '/admin/quests/:id/codes',
    auth: 'admin',
    tag,
    summary: 'List the codes of a quest for printing',
    description:
      'The code of each `code` task, with its link and QR code, as JSON or as a page to print. The audit log records it.',
    params: IdParamsSchema,
    query: CodesQuerySchema,
    responses: { 200: inForms(QuestCodesSchema, stream('text/html; charset=utf-8')) },
    errors: ['NOT_FOUND'],
    holdsSecret: true,
    async handle({ caller, params, query: { format }, isHead }) {
      const codes = await taskCodes.list(caller, params.id, { audited: !isHead });
      return { status: 200, ...(format === 'html' ? codesPage(codes) : { body: codes }) };
    },
  }),

  endpoint({
    name: 'rotateQuestSecret',
    method: 'post',
    path: '/admin/quests/:id/rotate-secret',
    auth: 'admin',
    tag,
    summary: 'Rotate the secret of signed calls',
    description:
      'Answers the secret with which a partner signs calls of the public quest API; no later answer shows it. The one before stays valid for 24 hours, unless `revoke` is set.',
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
