import type { AuditLogService } from '../../../services/operations/audit-log.service.ts';
import { endpoint } from '../../endpoint.ts';
import { listOf, listReply, pageRequest } from '../../schemas/common.ts';
import {
  AuditQuerySchema,
  AuditRowSchema,
  auditPosition,
} from '../../schemas/operations/audit-log.schemas.ts';

export const auditLogEndpoints = ({ auditLog }: { auditLog: AuditLogService }) => [
  endpoint({
    name: 'listAuditLog',
    method: 'get',
    path: '/admin/audit-log',
    auth: 'admin',
    scope: 'audit:read',
    conferences: 'all',
    tag: 'Admin: audit log',
    summary: 'List changes by administrators',
    query: AuditQuerySchema,
    responses: { 200: listOf(AuditRowSchema) },
    async handle({ query }) {
      const page = await auditLog.list(query, pageRequest(query, auditPosition(query)));
      return { status: 200, body: listReply(page) };
    },
  }),
];
