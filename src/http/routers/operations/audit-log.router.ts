import type { AuditLogService } from '../../../services/operations/audit-log.service.ts';
import { endpoint } from '../../endpoint.ts';
import { inForms, stream } from '../../schemas/common.ts';
import {
  AuditQuerySchema,
  AuditRowSchema,
  auditPosition,
} from '../../schemas/operations/audit-log.schemas.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';
import { TABLE_TYPES, tableDownload } from '../../uploads/downloads.ts';

const COLUMNS = [
  'id',
  'at',
  'actor',
  'administrator',
  'key',
  'ip',
  'action',
  'subject_type',
  'subject_id',
  'subject_name',
  'conference_id',
  'before',
  'after',
  'request_id',
] as const;

export const auditLogEndpoints = ({ auditLog }: { auditLog: AuditLogService }) => [
  endpoint({
    name: 'listAuditLog',
    method: 'get',
    path: '/admin/audit-log',
    auth: 'admin',
    scope: 'audit:read',
    exportScope: 'audit:export',
    conferences: 'all',
    tag: 'Admin: audit log',
    summary: 'List or export changes by administrators',
    description: 'Each export as a file is a row of the log, too.',
    query: AuditQuerySchema,
    responses: { 200: inForms(largeListOf(AuditRowSchema), stream(TABLE_TYPES.csv)) },
    download: true,
    async handle({ caller, query }) {
      const { page: _, limit: __, cursor: ___, format, action: actions, ...given } = query;
      const filter = { ...given, actions };
      const status = 200 as const;
      if (format === 'csv') {
        const batches = await auditLog.export(caller, filter);
        const table = { format, name: 'audit-log', columns: COLUMNS, batches };
        return { status, ...tableDownload(caller, table) };
      }
      const page = await auditLog.list(caller, filter, pageRequest(query, auditPosition(query)));
      return { status, body: listReply(page) };
    },
  }),
];
