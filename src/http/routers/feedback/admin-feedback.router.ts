import type { FeedbackRow } from '../../../domain/feedback/feedback.ts';
import type { AdminFeedbackService } from '../../../services/feedback/admin-feedback.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  IdParamsSchema,
  inForms,
  listOf,
  listReply,
  pageRequest,
  stream,
} from '../../schemas/common.ts';
import {
  AdminFeedbackQuerySchema,
  adminFeedbackPosition,
  FeedbackChangeSchema,
  FeedbackSchema,
} from '../../schemas/feedback/admin-feedback.schemas.ts';
import { TABLE_TYPES, tableDownload } from '../../uploads/downloads.ts';

const tag = 'Admin: feedback';

const COLUMNS = [
  'id',
  'created_at',
  'status',
  'rating',
  'category',
  'message',
  'contact',
  'context',
  'user_id',
  'first_name',
  'last_name',
  'username',
  'note',
] as const satisfies readonly (keyof FeedbackRow)[];

export const adminFeedbackEndpoints = ({
  adminFeedback,
}: {
  adminFeedback: AdminFeedbackService;
}) => [
  endpoint({
    name: 'listAdminFeedback',
    method: 'get',
    path: '/admin/feedback',
    auth: 'admin',
    scope: 'feedback:read',
    exportScope: 'feedback:export',
    conferences: 'all',
    tag,
    summary: 'List or export feedback',
    description: 'The audit log records each export as a file.',
    query: AdminFeedbackQuerySchema,
    responses: {
      200: inForms(listOf(FeedbackSchema), stream(TABLE_TYPES.csv), stream(TABLE_TYPES.xlsx)),
    },
    download: true,
    holdsProfiles: true,
    async handle({ caller, query }) {
      const { page: _, limit: __, cursor: ___, format, ...filter } = query;
      const status = 200 as const;
      if (format !== 'json') {
        const batches = await adminFeedback.export(caller, { ...filter, format });
        const table = { format, name: 'feedback', columns: COLUMNS, batches };
        return { status, ...tableDownload(caller, table) };
      }
      const request = pageRequest(query, adminFeedbackPosition(query));
      return { status, body: listReply(await adminFeedback.list(filter, request)) };
    },
  }),

  endpoint({
    name: 'updateFeedback',
    method: 'patch',
    path: '/admin/feedback/:id',
    auth: 'admin',
    scope: 'feedback:write',
    conferences: 'all',
    tag,
    summary: 'Update the status or the note of feedback',
    description:
      'Changes the given fields; the feedback itself never changes. The audit log records each change. Safe to repeat.',
    params: IdParamsSchema,
    body: FeedbackChangeSchema,
    responses: { 200: FeedbackSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params: { id }, body }) {
      return { status: 200, body: await adminFeedback.update(caller, id, body) };
    },
  }),
];
